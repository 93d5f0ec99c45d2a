import { post } from './control.js';
import { conversationOf } from './conversation.js';
import { byId, element, setChildren, setOptions, setText } from './element.js';
import { notify } from './notice.js';
import { now, phoneOf, state } from './state.js';
import { FAILURES, phaseOf, timeOf } from './words.js';

/** Of a long conversation, only the latest texts are shown. */
const BUBBLES = 100;

let number = '';
let drawnNumber = '';
/** By message or text, not by ID: IDs start again after a reset. */
let bubbles = new Map();
let redraw;

/** Wires the phone; `draw` is called when something other than the state changed. */
export function startPhone(draw) {
	redraw = draw;
	byId('phone-form').addEventListener('submit', (event) => {
		event.preventDefault();
		showPhone(digitsOf(byId('phone-number').value));
	});
	byId('phone-number').addEventListener('blur', ({ target }) => {
		if (digitsOf(target.value) === number) return;
		if (target.validity.valid) return showPhone(digitsOf(target.value));
		notify(`"${target.value}" is no number with its country code, such as 27821110001.`);
		// It would stay above the conversation of another one.
		target.value = number;
	});
	byId('follow').addEventListener('change', redraw);
	byId('composer').addEventListener('submit', (event) => {
		event.preventDefault();
		void send(byId('reply-text').value);
	});
	byId('reply-stop').addEventListener('click', () => send('STOP'));
	byId('reply-text').addEventListener('keydown', (event) => {
		if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		byId('composer').requestSubmit();
	});
}

/** People write `+27 (83) 123-4567` or `0027 83…`; the gateway knows the digits. */
const digitsOf = (written) => written.replace(/[^0-9]/g, '').replace(/^00/, '');

/** Shows the phone with that number, and stops following the newest message. */
export function showPhone(wanted) {
	if (wanted !== number) notify(`This is the phone ${wanted}.`);
	number = wanted;
	byId('follow').checked = false;
	byId('phone-number').value = wanted;
	redraw();
}

async function send(text) {
	const [, way, to] = /^(\w+) (.*)$/s.exec(byId('reply-to').value);
	const sent =
		way === 'reply'
			? await post('replies', { from: number, text, login: to })
			: await post('short-code-messages', { from: number, text, shortCode: to });
	if (!sent) return;
	byId('reply-text').value = '';
	const optedOut = sent.optedOut ? ` ${number} has opted out of it.` : '';
	notify(`The text went to account ${sent.account}.${optedOut}`);
}

/** Draws the handset. */
export function drawPhone() {
	follow();
	const phone = phoneOf(number);
	drawOptOuts();
	drawConversation(phone);
	drawComposer(phone);
}

function follow() {
	const newest = state.messages.at(-1);
	if (!byId('follow').checked || !newest || newest.number === number) return;
	// The phone must not change while somebody types.
	const focused = document.activeElement;
	if (focused === byId('phone-number') || byId('composer').contains(focused)) return;
	number = newest.number;
	byId('phone-number').value = number;
}

function drawOptOuts() {
	const accounts = state.optOuts.filter((optOut) => optOut.number === number);
	const names = accounts.map(({ account }) => account).join(', ');
	byId('opted-out').hidden = names === '';
	setText(byId('opted-out'), `Opted out of ${names}`);
}

function drawConversation(phone) {
	const shown = conversationOf(phone, now()).slice(-BUBBLES);
	bubbles = new Map(
		shown.map((entry) => {
			const key = entry.message ?? entry.text;
			return [key, bubbles.get(key) ?? newBubble(entry)];
		}),
	);
	const drawn = [...bubbles.values()];
	shown.forEach((entry, index) => drawBubble(drawn[index], entry));
	showBubbles(drawn.map(({ item }) => item));
	byId('phone-empty').hidden = shown.length > 0;
	setText(
		byId('phone-empty'),
		number ? 'This phone has received nothing.' : 'The phone of the first message appears here.',
	);
}

/** Stays at the end of the conversation, unless somebody has scrolled back to read. */
function showBubbles(items) {
	const list = byId('conversation');
	const present = [...list.children];
	// Reading the scroll position costs a layout.
	if (items.length === present.length && items.every((item, at) => item === present[at])) return;
	const screen = byId('screen');
	const atEnd = screen.scrollHeight - screen.scrollTop - screen.clientHeight < 40;
	setChildren(list, items);
	if (atEnd || number !== drawnNumber) screen.scrollTop = screen.scrollHeight;
	drawnNumber = number;
}

function newBubble({ message, text }) {
	const caption = element('span', { className: 'caption muted' });
	const content = (message ?? text).text;
	const item = element(
		'li',
		{},
		element('p', { className: 'bubble', dir: 'auto', textContent: content }),
		caption,
	);
	return { item, caption };
}

function drawBubble({ item, caption }, { message, text }) {
	item.className = message ? `theirs ${phaseOf(message)}` : 'mine';
	setText(caption, message ? captionOf(message) : captionOfText(text));
}

function captionOf(message) {
	const { account, statusAt, code } = message;
	const phase = phaseOf(message);
	if (phase === 'delivered') return `${account} · ${timeOf(statusAt)}`;
	if (phase === 'failed') return `${account} · did not arrive: ${FAILURES[code] ?? `code ${code}`}`;
	return `${account} · on its way`;
}

function captionOfText({ account, shortCode, receivedAt, returned }) {
	const to = shortCode === null ? account : `short code ${shortCode}`;
	return `to ${to} · ${timeOf(receivedAt)} · ${returned ? 'fetched' : 'not fetched'}`;
}

/** A phone can answer the accounts that wrote to it, the latest first, and text every short code. */
function drawComposer({ messages }) {
	const senders = new Set(messages.map(({ account }) => account).reverse());
	const ways = [
		...[...senders].map((login) => [`reply ${login}`, `${login} (reply)`]),
		...state.accounts.flatMap(({ login, shortCodes }) =>
			shortCodes.map((code) => [`code ${code}`, `${code} (short code of ${login})`]),
		),
	];
	setOptions(byId('reply-to'), ways);
	const nobody = number === '' || ways.length === 0;
	for (const control of byId('composer').elements) control.disabled = nobody;
}
