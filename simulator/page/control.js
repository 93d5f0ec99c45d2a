import { notify } from './notice.js';

/** Calls the control interface; shows why it failed, and then returns undefined. */
async function call(method, path, body) {
	const request = { method };
	if (body !== undefined) {
		request.headers = { 'content-type': 'application/json' };
		request.body = JSON.stringify(body);
	}
	try {
		const answer = await fetch(`control/${path}`, request);
		const content = await answer.json();
		if (answer.ok) return content;
		notify(content.message);
	} catch {
		notify('The simulator does not answer.');
	}
	return undefined;
}

export const post = (path, body) => call('POST', path, body);

export const remove = (path) => call('DELETE', path);
