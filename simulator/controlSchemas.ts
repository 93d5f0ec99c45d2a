import { CHARSETS } from './charset';

/** Longer than any message; what is kept must have a size. */
const text = { type: 'string', maxLength: 2000 };
const number = { type: 'string', pattern: '^[0-9]{1,40}$' };
const integer = { type: 'integer' };
const address = { ...text, type: ['string', 'null'] };
const flag = { type: 'boolean' };
const amount = { type: 'number', minimum: 0 };
const list = (items: object) => ({ type: 'array', items });

/** An object with these properties and no others, so that a misspelt name is refused. */
const object = (properties: object, required: readonly string[] = []) => ({
	type: 'object',
	properties,
	required,
	additionalProperties: false,
});

const outcome = {
	status: { enum: ['DELIVERED', 'SENT', 'NOTFOUND', 'SENDINGFAILED', 'FAIL'] },
	code: integer,
};

const account = object(
	{
		id: { type: 'integer', minimum: 1 },
		login: text,
		password: text,
		mainAccountId: { type: ['integer', 'null'] },
		credits: amount,
		locked: flag,
		trial: flag,
		ownNumber: { ...text, type: ['string', 'null'] },
		shortCodes: { ...list(text), maxItems: 100 },
		bypassIndustryDoNotContact: flag,
	},
	['login'],
);

const delivery = object({
	delays: object({ untilAccepted: amount, untilSent: amount, untilOutcome: amount }),
	outcomeByEnding: {
		type: 'object',
		propertyNames: number,
		additionalProperties: object({ ...outcome, untilOutcome: amount }, ['status', 'code']),
	},
});

const fault = object({
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
	charset: { enum: CHARSETS },
});

/** The request bodies of the control interface. */
export const controlSchemas = {
	reset: { ...object({ empty: flag }), type: ['object', 'null'] },
	seed: object({
		accounts: list(account),
		blacklist: list(number),
		industryDoNotContact: list(number),
		optOuts: list(object({ login: text, number, text, sentMessageId: text }, ['login', 'number'])),
		delivery,
		nextMessageId: number,
	}),
	clock: object({
		set: { type: 'string', format: 'date-time' },
		advanceSeconds: { type: 'number' },
		speed: amount,
	}),
	status: object(outcome, ['status', 'code']),
	reply: object({ from: number, text, login: text }, ['from', 'text']),
	shortCodeMessage: object({ shortCode: text, from: number, text }, ['shortCode', 'from', 'text']),
	optOut: object({ login: text, number }, ['login', 'number']),
	webhooks: object({ replies: address, deliveryReports: address }),
	faults: object(
		{
			match: object({ path: text }),
			times: { type: 'integer', minimum: 1 },
			fault,
		},
		['fault'],
	),
};
