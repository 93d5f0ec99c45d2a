import type { IDataObject } from 'n8n-workflow';
import { notAChoice, textOrNull } from '../n8n/parameters';

/** How a person answers: with one of one or two buttons, or in words. */
export type ResponseForm =
	| {
			type: 'approval';
			approveLabel: string;
			/** null if the question can only be approved. */
			disapproveLabel: string | null;
	  }
	| { type: 'freeText' };

/** Reads a parameter of the node, at the first item. */
export type ReadParameter = (name: string, fallback: unknown) => unknown;

export const APPROVE_LABEL = 'Approve';
export const DISAPPROVE_LABEL = 'Decline';

/**
 * Reads the form of the answer from the fields of the node.
 *
 * @throws Error with a sentence, for a choice that does not exist
 */
export function readResponseForm(read: ReadParameter): ResponseForm {
	const type = read('responseType', 'approval');
	if (type === 'freeText') return { type };
	if (type !== 'approval') throw new Error(notAChoice('Response Type', type));
	const { values = {} } = (read('approvalOptions', {}) ?? {}) as { values?: IDataObject };
	const { approvalType = 'single', approveLabel, disapproveLabel } = values;
	if (approvalType !== 'single' && approvalType !== 'double') {
		throw new Error(notAChoice('Type of Approval', approvalType));
	}
	return {
		type,
		approveLabel: textOrNull(approveLabel) ?? APPROVE_LABEL,
		disapproveLabel:
			approvalType === 'double' ? (textOrNull(disapproveLabel) ?? DISAPPROVE_LABEL) : null,
	};
}

/** Names and values of the fields of the page. */
export const DECISION = { name: 'decision', approve: 'approve', disapprove: 'disapprove' } as const;
export const TEXT = 'text';

/** The answer of a person. */
export interface GivenAnswer {
	/** As n8n's own nodes give it. */
	data: { approved: boolean } | { text: string };
	/** As the page names it: the label of the button, or the text. */
	inWords: string;
}

/**
 * Reads the answer from a posted form.
 *
 * @param body the fields of the form, or whatever else was posted
 * @returns undefined if nothing was chosen or written
 */
export function readAnswer(form: ResponseForm, body: unknown): GivenAnswer | undefined {
	const { [DECISION.name]: decision, [TEXT]: typed } = (body ?? {}) as IDataObject;
	if (form.type === 'freeText') {
		// Browsers post line breaks as two characters.
		const text = typeof typed === 'string' ? typed.replace(/\r\n?/g, '\n').trim() : '';
		return text === '' ? undefined : { data: { text }, inWords: text };
	}
	const { approveLabel, disapproveLabel } = form;
	if (decision === DECISION.approve) return { data: { approved: true }, inWords: approveLabel };
	if (disapproveLabel === null || decision !== DECISION.disapprove) return undefined;
	return { data: { approved: false }, inWords: disapproveLabel };
}
