import { byId } from './element.js';

const SHOWN_FOR_MS = 8000;
let hiding;

/** Shows the result of an action; a screen reader reads it out. */
export function notify(sentence) {
	byId('notice').textContent = sentence;
	clearTimeout(hiding);
	hiding = setTimeout(() => (byId('notice').textContent = ''), SHOWN_FOR_MS);
}
