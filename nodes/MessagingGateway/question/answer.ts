import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { readOptions } from '../fields/options';
import { textOrNull } from '../fields/text';

/** How a person answers: with one of one or two buttons, or in words. */
export type AnswerForm =
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

type ApprovalType = 'double' | 'single';

const approvalOptionsField = (usualType: ApprovalType): INodeProperties => ({
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					default: usualType,
					options: [
						{ name: 'Approve Only', value: 'single' },
						{ name: 'Approve and Disapprove', value: 'double' },
					],
				},
				{
					displayName: 'Approve Button Label',
					name: 'approveLabel',
					type: 'string',
					default: APPROVE_LABEL,
				},
				{
					displayName: 'Disapprove Button Label',
					name: 'disapproveLabel',
					type: 'string',
					default: DISAPPROVE_LABEL,
					displayOptions: { show: { approvalType: ['double'] } },
				},
			],
		},
	],
});

const APPROVAL = { responseType: ['approval'] };

const responseTypeField: INodeProperties = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	default: 'approval',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'The link leads to a page with one or two buttons',
		},
		{
			name: 'Free Text',
			value: 'freeText',
			description: 'The link leads to a page with a field for the answer',
		},
	],
};

/** By these names n8n makes a human review of the node for the tools of an agent. */
export const answerFields: INodeProperties[] = [
	responseTypeField,
	{
		...approvalOptionsField('single'),
		displayOptions: { show: APPROVAL, hide: { '@tool': [true] } },
	},
	{ ...approvalOptionsField('double'), displayOptions: { show: { ...APPROVAL, '@tool': [true] } } },
];

/**
 * Reads the form of the answer from the fields of the node.
 *
 * @param usualType the type of approval where none is chosen. n8n fails on a field with such a default
 * @throws OptionError for a value that its field does not offer
 */
export function readAnswerForm(read: ReadParameter, usualType: ApprovalType): AnswerForm {
	const { responseType, approvalOptions } = readOptions(
		[responseTypeField, approvalOptionsField(usualType)],
		read,
	);
	if (responseType === 'freeText') return { type: 'freeText' };
	const { values = {} } = approvalOptions as { values?: IDataObject };
	const { approvalType = usualType, approveLabel, disapproveLabel } = values;
	return {
		type: 'approval',
		approveLabel: textOrNull(approveLabel) ?? APPROVE_LABEL,
		disapproveLabel:
			approvalType === 'double' ? (textOrNull(disapproveLabel) ?? DISAPPROVE_LABEL) : null,
	};
}

export const DECISION = { name: 'decision', approve: 'approve', disapprove: 'disapprove' } as const;
export const TEXT = 'text';

export interface GivenAnswer {
	/** As n8n's own nodes give it. */
	data: { approved: boolean } | { text: string };
	/** As the page names it: the label of the button, or the text. */
	shown: string;
}

/**
 * Reads the answer from a posted form.
 *
 * @param body the fields of the form, or whatever else was posted
 * @returns undefined if nothing was chosen or written
 */
export function readAnswer(form: AnswerForm, body: unknown): GivenAnswer | undefined {
	const { [DECISION.name]: decision, [TEXT]: typed } = (body ?? {}) as IDataObject;
	if (form.type === 'freeText') {
		// Browsers post line breaks as two characters.
		const text = typeof typed === 'string' ? typed.replace(/\r\n?/g, '\n').trim() : '';
		return text === '' ? undefined : { data: { text }, shown: text };
	}
	const { approveLabel, disapproveLabel } = form;
	if (decision === DECISION.approve) return { data: { approved: true }, shown: approveLabel };
	if (disapproveLabel === null || decision !== DECISION.disapprove) return undefined;
	return { data: { approved: false }, shown: disapproveLabel };
}
