import { drawAccounts } from './accounts.js';
import { drawClock, startClock } from './clock.js';
import { post } from './control.js';
import { byId, setText } from './element.js';
import { drawFaults, startFaults } from './faults.js';
import { notify } from './notice.js';
import { drawOutbox, startOutbox } from './outbox.js';
import { drawPhone, startPhone } from './phone.js';
import { apply, state } from './state.js';
import { drawWebhooks, startWebhooks } from './webhooks.js';
import { showZone } from './words.js';

const CLOCK_MS = 200;

let due = false;

/** Draws everything before the next frame, once however much has changed. */
function draw() {
	if (due) return;
	due = true;
	requestAnimationFrame(() => {
		due = false;
		drawAccounts();
		drawService();
		drawFaults();
		drawWebhooks();
		drawPhone();
		drawOutbox();
	});
}

/** What the settings of the simulator say: its Base URL, and the zone of its times. */
function drawService() {
	setText(byId('base-url'), location.origin + state.service.path);
	showZone(state.service.timeZone);
}

function listen() {
	const events = new EventSource('control/events');
	events.addEventListener('open', () => showConnection('Live', 'live'));
	events.addEventListener('error', () => showConnection('Not connected', 'lost'));
	events.addEventListener('message', ({ data }) => {
		apply(JSON.parse(data));
		draw();
	});
}

function showConnection(words, className) {
	setText(byId('connection'), words);
	byId('connection').className = `connection ${className}`;
}

async function startOver() {
	if (!confirm('Forget every message, and reset the accounts and the clock?')) return;
	if (await post('reset')) notify('The simulator has started over.');
}

byId('start-over').addEventListener('click', startOver);
startClock();
startFaults();
startWebhooks();
startPhone(draw);
startOutbox(draw);
setInterval(drawClock, CLOCK_MS);
listen();
