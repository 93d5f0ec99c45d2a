import { post, remove } from './control.js';
import { byId, element, setChildren, setOptions } from './element.js';
import { notify } from './notice.js';
import { state } from './state.js';

const HTML = '<html><body><h1>Service unavailable</h1></body></html>';

/** The faults to choose from; README.md says what a fault does. */
const FAULTS = {
	'Dropped before the work': { drop: 'before' },
	'Dropped after the work': { drop: 'after' },
	'Cut in half': { truncateAt: 0.5 },
	'5 seconds late': { delayMs: 5000 },
	'2 minutes late': { delayMs: 120_000 },
	'HTTP 401, work not done': { status: 401, skipWork: true, body: '' },
	'HTTP 500, work done': { status: 500, body: '' },
	'HTTP 503 with a page, work not done': { status: 503, skipWork: true, body: HTML },
	'HTTP 200 with a page, work not done': { skipWork: true, body: HTML },
	'Empty, work done': { body: '' },
	'Redirected, work not done': { redirectTo: '/elsewhere', skipWork: true },
	'Written in Windows-1252, declared otherwise': { charset: 'windows-1252' },
};

const OPERATIONS = {
	'': 'Any operation',
	'/auth.asp': 'Check login',
	'/credits.asp': 'Credit balance',
	'/batchmessage.asp': 'Send (query)',
	'/xmlsendsmsmulti.asp': 'Send (XML)',
	'/requestbatch.asp': 'Status (query)',
	'/xmlgetstatus.asp': 'Status (XML)',
	'/deletescheduled.asp': 'Delete scheduled (query)',
	'/xmldeletescheduled.asp': 'Delete scheduled (XML)',
	'/httpgetreplies.asp': 'Replies (query)',
	'/xmlgetreplies.asp': 'Replies (XML)',
	'/httpgetscmessages.asp': 'Short-code messages (query)',
	'/xmlgetscmessages.asp': 'Short-code messages (XML)',
	'/listoptouts.asp': 'Opt-outs',
	'/creditstransfer.asp': 'Credit transfer',
};

let drawn;

/** Fills the choices of the fault form and wires it. */
export function startFaults() {
	setOptions(
		byId('fault-kind'),
		Object.keys(FAULTS).map((name) => [name, name]),
	);
	setOptions(byId('fault-path'), Object.entries(OPERATIONS));
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
		fault: FAULTS[byId('fault-kind').value],
	});
	if (scripted) notify(`Next: ${byId('fault-kind').value}.`);
}

/** Draws the faults still due. */
export function drawFaults() {
	if (drawn === state.faults) return;
	drawn = state.faults;
	byId('pending-faults').hidden = drawn.length === 0;
	setChildren(
		byId('faults'),
		drawn.map((scripted) => element('li', { textContent: described(scripted) })),
	);
}

function described({ match, times, fault }) {
	const known = Object.entries(FAULTS).find(
		([, candidate]) => JSON.stringify(candidate) === JSON.stringify(fault),
	);
	const path = match.path ?? '';
	const operation = OPERATIONS[path] ?? path;
	const name = known?.[0] ?? `Scripted (${Object.keys(fault).join(', ')})`;
	return `${name} · ${operation} · ${times}×`;
}
