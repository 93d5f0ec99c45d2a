import { post } from './control.js';
import { byId, element, setText } from './element.js';
import { notify } from './notice.js';
import { now, speed } from './state.js';
import { dateOf, timeOf, zoneName } from './words.js';

/** Wires the controls of the clock. */
export function startClock() {
	byId('clock-speed').addEventListener('change', async ({ target }) => {
		// The clock is drawn again while the request is under way.
		const { text } = target.selectedOptions[0];
		const clock = await post('clock', { speed: Number(target.value) });
		if (clock) notify(`The clock is set to ${text}.`);
	});
	for (const button of document.querySelectorAll('[data-seconds]')) {
		button.addEventListener('click', () => advance(Number(button.dataset.seconds)));
	}
}

async function advance(advanceSeconds) {
	const clock = await post('clock', { advanceSeconds });
	if (clock) notify(`It is ${dateOf(clock.now)}, ${timeOf(clock.now)} now, ${zoneName()}.`);
}

/** Draws the gateway's time, which runs on between two events. */
export function drawClock() {
	const iso = new Date(now()).toISOString();
	setText(byId('clock-time'), timeOf(iso));
	setText(byId('clock-date'), `${dateOf(iso)} ${zoneName()}`);
	showSpeed(byId('clock-speed'), String(speed()));
}

/** A speed given on the command line may not be among the choices. */
function showSpeed(select, value) {
	if (select.value === value || select === document.activeElement) return;
	const known = [...select.options].some((option) => option.value === value);
	if (!known) select.append(element('option', { value, textContent: `${value} times` }));
	select.value = value;
}
