import type { AccountSeed } from './accounts';
import {
	DELIVERY_STATUSES,
	type DeliveryDelays,
	type DeliveryEnd,
	type DeliveryOutcome,
	type DeliverySeed,
} from './delivery';
import type { Fault, ScriptedFault } from './faults';
import type { OptOutSeed, Seed } from './seed';

/** The request bodies of the control interface. */
export interface ControlBodies {
	reset: { empty?: boolean };
	seed: Seed;
	clock: { set?: string; advanceSeconds?: number; speed?: number };
	status: DeliveryOutcome;
	reply: { from: string; text: string; login?: string };
	shortCodeMessage: { shortCode: string; from: string; text: string };
	optOut: { login: string; number: string };
	webhooks: { replies: string | null };
	faults: ScriptedFault;
}

/** Longer than any message; what is kept must have a size. */
const text = { type: 'string', maxLength: 2000 };
const textOrNull = { ...text, type: ['string', 'null'] };
const number = { type: 'string', pattern: '^[0-9]{1,40}$' };
const integer = { type: 'integer' };
const flag = { type: 'boolean' };
const amount = { type: 'number', minimum: 0 };
const list = (items: object) => ({ type: 'array', items });

/**
 * An object with these properties and no others, so that a misspelt name is refused. They are those
 * of the type, so that a property which is new there is not forgotten here.
 */
const object = <Shape>(
	properties: Record<keyof Shape, object>,
	required: readonly (keyof Shape)[] = [],
) => ({ type: 'object', properties, required, additionalProperties: false });

const outcome = { status: { enum: DELIVERY_STATUSES }, code: integer };

const account = object<AccountSeed>(
	{
		id: { type: 'integer', minimum: 1 },
		login: text,
		password: text,
		mainAccountId: { type: ['integer', 'null'] },
		credits: amount,
		locked: flag,
		trial: flag,
		ownNumber: textOrNull,
		shortCodes: list(text),
		bypassIndustryDoNotContact: flag,
	},
	['login'],
);

const optOut = object<OptOutSeed>({ login: text, number, text, sentMessageId: text }, [
	'login',
	'number',
]);

const delivery = object<DeliverySeed>({
	delays: object<DeliveryDelays>({
		untilAccepted: amount,
		untilSent: amount,
		untilOutcome: amount,
	}),
	outcomeByEnding: {
		type: 'object',
		propertyNames: number,
		additionalProperties: object<DeliveryEnd>({ ...outcome, untilOutcome: amount }, [
			'status',
			'code',
		]),
	},
});

const fault = object<Fault>({
	delayMs: amount,
	drop: { enum: ['before', 'after'] },
	skipWork: flag,
	truncateAt: amount,
	status: { type: 'integer', minimum: 200, maximum: 599 },
	body: { type: 'string', maxLength: 1_000_000 },
	headers: {
		type: 'object',
		maxProperties: 20,
		propertyNames: text,
		additionalProperties: text,
	},
	redirectTo: text,
});

/** A schema for each body. */
export const controlSchemas: Record<keyof ControlBodies, object> = {
	reset: { ...object<ControlBodies['reset']>({ empty: flag }), type: ['object', 'null'] },
	seed: object<Seed>({
		accounts: list(account),
		blacklist: list(number),
		industryDoNotContact: list(number),
		optOuts: list(optOut),
		delivery,
		nextMessageId: number,
	}),
	clock: object<ControlBodies['clock']>({
		set: { type: 'string', format: 'date-time' },
		advanceSeconds: { type: 'number' },
		speed: amount,
	}),
	status: object<DeliveryOutcome>(outcome, ['status', 'code']),
	reply: object<ControlBodies['reply']>({ from: number, text, login: text }, ['from', 'text']),
	shortCodeMessage: object<ControlBodies['shortCodeMessage']>(
		{ shortCode: text, from: number, text },
		['shortCode', 'from', 'text'],
	),
	optOut: object<ControlBodies['optOut']>({ login: text, number }, ['login', 'number']),
	webhooks: object<ControlBodies['webhooks']>(
		{ replies: { ...textOrNull, format: 'uri', pattern: '^https?:' } },
		['replies'],
	),
	faults: object<ScriptedFault>(
		{
			match: object<NonNullable<ScriptedFault['match']>>({ path: text }),
			times: { type: 'integer', minimum: 1 },
			fault,
		},
		['fault'],
	),
};
