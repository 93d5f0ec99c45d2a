import { post, remove } from './control.js';
import { byId, element, setChildren, setOptions } from './element.js';
import { notify } from './notice.js';
import { state } from './state.js';

const ANY_OPERATION = 'Any operation';

let drawn;

/** Wires the fault form. */
export function startFaults() {
	byId('fault-form').addEventListener('submit', (event) => {
		event.preventDefault();
		void scriptFault();
	});
	byId('forget-faults').addEventListener('click', async () => {
		if (!(await remove('faults'))) return;
		notify('No answer will be broken.');
		// The button is about to be hidden.
		byId('fault-kind').focus();
	});
}

async function scriptFault() {
	const path = byId('fault-path').value;
	const scripted = await post('faults', {
		match: path === '' ? {} : { path },
		times: byId('fault-times').valueAsNumber,
		fault: state.service.faults[byId('fault-kind').value],
	});
	if (scripted) notify(`Next: ${byId('fault-kind').value}.`);
}

/** Draws the faults to choose from, and those still due. */
export function drawFaults() {
	const { faults, operations } = state.service;
	setOptions(
		byId('fault-kind'),
		Object.keys(faults).map((name) => [name, name]),
	);
	setOptions(byId('fault-path'), [['', ANY_OPERATION], ...Object.entries(operations)]);
	if (drawn === state.faults) return;
	drawn = state.faults;
	byId('pending-faults').hidden = drawn.length === 0;
	setChildren(
		byId('faults'),
		drawn.map((scripted) => element('li', { textContent: described(scripted) })),
	);
}

function described({ match, times, fault }) {
	const known = Object.entries(state.service.faults).find(
		([, candidate]) => JSON.stringify(candidate) === JSON.stringify(fault),
	);
	const { path } = match;
	const operation = path === undefined ? ANY_OPERATION : (state.service.operations[path] ?? path);
	const name = known?.[0] ?? `Scripted (${Object.keys(fault).join(', ')})`;
	return `${name} · ${operation} · ${times}×`;
}
