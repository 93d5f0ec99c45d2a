/** The state that the simulator has sent. Messages and texts are in the order they came in. */
export const state = {
	accounts: [],
	optOuts: [],
	faults: [],
	/** The address that is notified of replies. */
	webhooks: { replies: null },
	/** What the simulator was started with, and what it can do: `faults` and `operations` by name. */
	service: { path: '', timeZone: 'UTC', operations: {}, faults: {} },
	messages: [],
	/** Texts that handsets sent. */
	received: [],
	/** Per number: `{ messages, received }`. */
	phones: new Map(),
};

/** The gateway's time as last sent, and when it arrived. */
let clock = { now: 0, speed: 0, receivedAt: 0 };
const indexOfMessage = new Map();
const textById = new Map();

export const speed = () => clock.speed;

/** The gateway's time, in milliseconds since 1970. */
export const now = () => clock.now + (performance.now() - clock.receivedAt) * clock.speed;

/** The messages to a number, and the texts from it. */
export const phoneOf = (number) => state.phones.get(number) ?? { messages: [], received: [] };

/** Applies an event of `GET /control/events`. */
export function apply(update) {
	if (update.reset) forget();
	for (const part of ['accounts', 'optOuts', 'faults', 'webhooks', 'service']) {
		if (update[part]) state[part] = update[part];
	}
	if (update.clock) {
		const { now: sent, speed: rate } = update.clock;
		clock = { now: Date.parse(sent), speed: rate, receivedAt: performance.now() };
	}
	update.messages?.forEach(applyMessage);
	update.received?.forEach(applyReceived);
}

function forget() {
	state.messages = [];
	state.received = [];
	state.phones.clear();
	indexOfMessage.clear();
	textById.clear();
}

/** A known message is changed in place, wherever it is listed. */
export function applyMessage(message) {
	const index = indexOfMessage.get(message.id);
	if (index !== undefined) {
		Object.assign(state.messages[index], message);
		return;
	}
	indexOfMessage.set(message.id, state.messages.length);
	state.messages.push(message);
	madePhone(message.number).messages.push(message);
}

function applyReceived(text) {
	const known = textById.get(text.id);
	if (known) {
		Object.assign(known, text);
		return;
	}
	textById.set(text.id, text);
	state.received.push(text);
	madePhone(text.from).received.push(text);
}

function madePhone(number) {
	const phone = phoneOf(number);
	state.phones.set(number, phone);
	return phone;
}
