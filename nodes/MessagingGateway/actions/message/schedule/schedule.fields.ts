import type { INodeProperties } from 'n8n-workflow';

const timeFields: INodeProperties[] = [
	{
		displayName: 'From',
		name: 'from',
		type: 'string',
		default: '08:00',
		placeholder: 'e.g. 08:00',
		description: 'The time of day at which it opens',
	},
	{
		displayName: 'Until',
		name: 'until',
		type: 'string',
		default: '20:00',
		placeholder: 'e.g. 20:00',
		description: 'The time of day at which it closes. A time before From is on the next day.',
		hint: "By the time zone of the workflow: 'Timezone' in its settings",
	},
];

const daysField: INodeProperties = {
	displayName: 'Days',
	name: 'days',
	type: 'multiOptions',
	default: [1, 2, 3, 4, 5, 6, 7],
	description: 'The days on which it opens',
	options: [
		{ name: 'Monday', value: 1 },
		{ name: 'Tuesday', value: 2 },
		{ name: 'Wednesday', value: 3 },
		{ name: 'Thursday', value: 4 },
		{ name: 'Friday', value: 5 },
		{ name: 'Saturday', value: 6 },
		{ name: 'Sunday', value: 7 },
	],
};

/** A day that somebody forgets to take out of an added window would let messages out. */
const noDaysField: INodeProperties = { ...daysField, default: [] };

/**
 * The windows of Send Between and their labels. They are groups and no list: n8n's editor gives an added
 * list no default and does not save it while it is empty, so the option would hold nothing back.
 */
export const WINDOWS = {
	values: 'Window',
	secondWindow: 'Second Window',
};

export const scheduledAtOptions: INodeProperties[] = [
	{
		displayName: 'Scheduled At',
		name: 'scheduledAt',
		type: 'dateTime',
		default: '',
		description:
			"When to send, such as 2026-12-24 10:00:00, in the workflow's time zone unless the time names another. Leave empty to send at once.",
	},
	{
		displayName: 'If Scheduled Time Is Past',
		name: 'whenTimeIsPast',
		type: 'options',
		default: 'refuse',
		description: "What to do if 'Scheduled At' has passed; the gateway itself would send at once",
		displayOptions: { show: { scheduledAt: [{ _cnd: { exists: true } }] } },
		options: [
			{ name: 'Refuse', value: 'refuse', description: 'Do not send to these recipients' },
			{ name: 'Send Now', value: 'sendNow', description: 'Send at once' },
		],
	},
];

export const hoursOptions: INodeProperties[] = [
	{
		displayName: 'Send Between',
		name: 'sendBetween',
		type: 'fixedCollection',
		placeholder: 'Add window',
		default: { values: { from: '08:00', until: '20:00', days: daysField.default } },
		description:
			"The hours in which SMS may go out, in the time zone of the workflow: 'Timezone' in its settings. With several windows, any of them will do. An SMS for another time is scheduled for the next opening.",
		options: [
			{ displayName: WINDOWS.values, name: 'values', values: [...timeFields, daysField] },
			{
				displayName: WINDOWS.secondWindow,
				name: 'secondWindow',
				values: [...timeFields, noDaysField],
			},
		],
	},
	{
		displayName: 'Outside These Hours',
		name: 'outsideHours',
		type: 'options',
		default: 'schedule',
		description:
			"What to do with an SMS for a time outside 'Send Between' or on one of the 'Closed Dates'. Does nothing without one of them.",
		options: [
			{
				name: 'Do Not Send',
				value: 'doNotSend',
				description: 'Give the result NOT_SENT; a later run can send them',
			},
			{ name: 'Schedule', value: 'schedule', description: 'Schedule them for the next opening' },
		],
	},
	{
		displayName: 'Closed Dates',
		name: 'closedDates',
		type: 'string',
		typeOptions: { rows: 2, takesList: true },
		default: '',
		placeholder: 'e.g. 2026-12-25, 2027-01-01',
		description:
			"Dates on which no SMS may go out, such as public holidays, in the workflow's time zone. Separate them with commas or new lines, or use an expression that gives a list. An SMS for a closed date is scheduled for the next day, or the next opening of 'Send Between'.",
	},
	{
		displayName: 'Messages per Minute',
		name: 'messagesPerMinute',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 100,
		description:
			"How many messages of one run may go out in a minute. Further messages are scheduled minute by minute, in the order of the input, and continue in the next window of 'Send Between'. The gateway keeps them until then, so the node does not wait. The value of the first item holds for all items.",
	},
];
