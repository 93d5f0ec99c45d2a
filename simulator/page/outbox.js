import { post } from './control.js';
import { byId, element, setChildren, setOptions, setText } from './element.js';
import { notify } from './notice.js';
import { showPhone } from './phone.js';
import { applyMessage, now, state } from './state.js';
import { counted, dateOf, FAILURES, phaseOf, PHASES, statusWords, timeOf } from './words.js';

/** The rows drawn at first; as many again when the end of the list comes into view. */
const ROWS = 60;

let limit = ROWS;
/** By message, not by ID: IDs start again after a reset. */
let rows = new Map();
let redraw;

/** Wires the outbox; `draw` is called when something other than the state changed. */
export function startOutbox(draw) {
	redraw = draw;
	setOptions(
		byId('fail-code'),
		Object.entries(FAILURES).map(([code, reason]) => [code, `${code} ${reason}`]),
	);
	byId('fail-code').value = '103';
	for (const id of ['outbox-search', 'outbox-phase']) {
		byId(id).addEventListener('input', () => {
			limit = ROWS;
			redraw();
		});
	}
	byId('show-older').addEventListener('click', showOlder);
	new IntersectionObserver(
		(entries) => entries.some(({ isIntersecting }) => isIntersecting) && showOlder(),
		{ rootMargin: '400px' },
	).observe(byId('show-older'));
}

function showOlder() {
	limit += ROWS;
	redraw();
}

/** Draws the newest messages that match the filters. */
export function drawOutbox() {
	const { messages } = state;
	drawPhases(messages);
	const wanted = matching(messages);
	const shown = wanted.slice(-limit).reverse();
	setText(byId('outbox-count'), countOf(wanted.length, messages.length));
	byId('outbox-empty').hidden = shown.length > 0;
	setText(
		byId('outbox-empty'),
		messages.length > 0
			? 'No message matches.'
			: 'Nothing was sent yet. Messages sent to the Base URL above appear here.',
	);
	rows = new Map(shown.map((message) => [message, rows.get(message) ?? newRow(message)]));
	for (const [message, row] of rows) drawRow(row, message);
	setChildren(
		byId('messages'),
		[...rows.values()].map(({ item }) => item),
	);
	byId('show-older').hidden = shown.length === wanted.length;
}

const countOf = (found, all) =>
	found === all
		? counted(all, 'message')
		: `${found.toLocaleString('en')} of ${counted(all, 'message')}`;

function drawPhases(messages) {
	const counts = Object.fromEntries(Object.keys(PHASES).map((phase) => [phase, 0]));
	for (const message of messages) counts[phaseOf(message)] += 1;
	setOptions(byId('outbox-phase'), [
		['', 'all'],
		...Object.entries(PHASES).map(([phase, name]) => [
			phase,
			`${name} (${counts[phase].toLocaleString('en')})`,
		]),
	]);
}

function matching(messages) {
	const phase = byId('outbox-phase').value;
	const text = byId('outbox-search').value.trim().toLowerCase();
	if (phase === '' && text === '') return messages;
	return messages.filter(
		(message) =>
			(phase === '' || phaseOf(message) === phase) &&
			(text === '' ||
				message.number.includes(text) ||
				message.id.includes(text) ||
				message.text.toLowerCase().includes(text)),
	);
}

/** Makes a row with the parts that do not change: the number, the text, where the message came from. */
function newRow(message) {
	const { id, number, account, text, parts, credits, acceptedAt } = message;
	const word = element('strong');
	const detail = element('span');
	const code = element('code');
	const phone = element(
		'button',
		{ type: 'button', className: 'number', 'aria-label': `Show phone ${number}` },
		number,
	);
	phone.addEventListener('click', () => showPhone(number));
	const charge = counted(credits, 'credit');
	const deliver = actionButton('Deliver', message, { status: 'DELIVERED', code: () => 0 });
	const fail = actionButton('Fail', message, {
		status: 'SENDINGFAILED',
		code: () => Number(byId('fail-code').value),
	});
	const item = element(
		'li',
		{},
		element('p', { className: 'status muted' }, word, detail, code),
		element(
			'div',
			{ className: 'what' },
			element('p', { className: 'row center muted' }, phone, `from ${account}`),
			element('p', { className: 'text', dir: 'auto', textContent: text }),
			element(
				'p',
				{ className: 'row muted' },
				element('time', { title: dateOf(acceptedAt), textContent: timeOf(acceptedAt) }),
				element('span', {}, `${id} · ${message.interface}`),
				element('span', {}, parts === 1 ? charge : `${charge}, ${parts} parts`),
			),
		),
		element('p', { className: 'row' }, deliver, fail),
	);
	return { item, word, detail, code, actions: [deliver, fail] };
}

function actionButton(name, { id, number }, outcome) {
	const button = element(
		'button',
		{ type: 'button', className: 'quiet', 'aria-label': `${name} message ${id} to ${number}` },
		name,
	);
	button.addEventListener('click', () => give(id, outcome.status, outcome.code()));
	return button;
}

async function give(id, status, code) {
	const message = await post(`messages/${id}/status`, { status, code });
	if (!message) return;
	applyMessage(message);
	redraw();
	notify(`Message ${id}: ${statusWords(message, now()).filter(Boolean).join(', ')}.`);
}

function drawRow({ item, word, detail, code, actions }, message) {
	const [name, more] = statusWords(message, now());
	setText(word, name);
	setText(detail, more);
	setText(code, `${message.status} ${message.code}`);
	item.className = `row ${message.deleted ? 'gone' : phaseOf(message)}`;
	for (const button of actions) button.disabled = message.deleted;
}
