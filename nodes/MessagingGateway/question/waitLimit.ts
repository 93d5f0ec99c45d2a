import { WAIT_INDEFINITELY, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { readMoment } from '../fields/moment';
import { quoted, notATime } from '../fields/sentences';

/** When to stop waiting, with the fields of n8n's own nodes. */
export const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'When to continue without an answer. The node then passes its input on, without data.respondedAt.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					],
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 1,
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					default: 'hours',
					options: [
						{ name: 'Days', value: 'days' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Minutes', value: 'minutes' },
					],
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description:
						"The time to continue at, such as 2026-12-24 10:00:00, in the workflow's time zone unless the time names another",
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
};

/** Minutes in each unit. */
const UNITS = { minutes: 1, hours: 60, days: 24 * 60 };

/**
 * Reads when to stop waiting for an answer.
 *
 * @param option absent to wait without end
 * @param zone IANA name of the time zone for a time that names none
 * @throws Error with a sentence, for a limit that cannot be read or has passed: whoever is asked could
 * not answer
 */
export function readWaitLimit(option: unknown, zone: string): Date {
	const { values: limit } = (option ?? {}) as { values?: IDataObject };
	if (limit === undefined) return WAIT_INDEFINITELY;
	return limit.limitType === 'atSpecifiedTime'
		? atTime(limit.maxDateAndTime, zone)
		: afterInterval(limit);
}

function afterInterval({ resumeAmount, resumeUnit }: IDataObject): Date {
	const minutes = Number(resumeAmount) * UNITS[resumeUnit as keyof typeof UNITS];
	const end = new Date(Date.now() + minutes * 60_000);
	if (minutes > 0 && end < WAIT_INDEFINITELY) return end;
	throw new Error(`'Amount' is ${quoted(resumeAmount)}, not a time to wait`);
}

const EMPTY =
	"'Max Date and Time' is empty. Choose a time in the field, or type it with its seconds, as 2026-12-24 10:00:00";

function atTime(typed: unknown, zone: string): Date {
	if (typed === '') throw new Error(EMPTY);
	const moment = readMoment(typed, zone);
	if (!moment) throw new Error(notATime('Max Date and Time', typed));
	if (moment.toMillis() > Date.now()) return moment.toJSDate();
	throw new Error(`'Max Date and Time' is ${quoted(typed)}, which has passed`);
}
