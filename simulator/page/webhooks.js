import { post } from './control.js';
import { byId } from './element.js';
import { notify } from './notice.js';
import { state } from './state.js';

let drawn = null;

/** Wires the form with the address that is notified of replies. */
export function startWebhooks() {
	byId('webhook-form').addEventListener('submit', async (event) => {
		event.preventDefault();
		const replies = byId('webhook-replies').value || null;
		if (await post('webhooks', { replies })) notify('The address is saved.');
	});
}

/** Draws the address, unless somebody is typing another. */
export function drawWebhooks() {
	const { replies } = state.webhooks;
	if (drawn !== replies) byId('webhook-replies').value = replies ?? '';
	drawn = replies;
}
