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

/** The decision of a person, as n8n's own nodes give it. */
export type Answer = { approved: boolean } | { text: string };

/** An answer in the words of the page: the label of the button, or the text. */
export function answerInWords(form: ResponseForm, answer: Answer): string {
	if ('text' in answer) return answer.text;
	if (form.type === 'freeText') return '';
	return answer.approved ? form.approveLabel : (form.disapproveLabel ?? '');
}

/** Names and values of the fields of the page. */
export const DECISION = { name: 'decision', approve: 'approve', disapprove: 'disapprove' } as const;
export const TEXT = 'text';

/**
 * Reads the answer from a posted form.
 *
 * @param body the fields of the form, or whatever else was posted
 * @returns undefined if nothing was chosen or written
 */
export function readAnswer(form: ResponseForm, body: unknown): Answer | undefined {
	const fields = (typeof body === 'object' && body !== null ? body : {}) as IDataObject;
	if (form.type === 'freeText') {
		const text = fields[TEXT];
		return typeof text === 'string' && text.trim() !== '' ? { text: plainLines(text) } : undefined;
	}
	const decision = fields[DECISION.name];
	if (decision === DECISION.approve) return { approved: true };
	const isOffered = form.disapproveLabel !== null && decision === DECISION.disapprove;
	return isOffered ? { approved: false } : undefined;
}

/** Browsers post line breaks as two characters. */
const plainLines = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
