import { post } from './control.js';
import { byId, setText } from './element.js';
import { notify } from './notice.js';
import { state } from './state.js';
import { counted } from './words.js';

const INPUTS = { replies: 'webhook-replies', deliveryReports: 'webhook-deliveries' };

let drawn = {};

/** Wires the form with the addresses that are notified. */
export function startWebhooks() {
	byId('webhook-form').addEventListener('submit', async (event) => {
		event.preventDefault();
		const addresses = Object.entries(INPUTS).map(([name, id]) => [name, byId(id).value || null]);
		if (await post('webhooks', Object.fromEntries(addresses))) notify('The addresses are saved.');
	});
}

/** Draws the addresses, and how many calls were answered. */
export function drawWebhooks() {
	const { webhooks } = state;
	if (drawn === webhooks) return;
	for (const [name, id] of Object.entries(INPUTS)) {
		// What somebody is typing stays.
		if (drawn[name] !== webhooks[name]) byId(id).value = webhooks[name] ?? '';
	}
	drawn = webhooks;
	setText(byId('webhook-calls'), describedCalls(webhooks));
}

function describedCalls({ pending, answered, unanswered }) {
	const calls = pending + answered + unanswered;
	if (calls === 0) return '';
	const parts = { answered, 'without an answer': unanswered, 'on their way': pending };
	const shown = Object.entries(parts).filter(([, count]) => count > 0);
	const outcome = shown.map(([words, count]) => `${count.toLocaleString('en')} ${words}`);
	return `${counted(calls, 'call')}: ${outcome.join(', ')}`;
}
