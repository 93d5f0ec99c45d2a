import { byId } from './element.js';

const SHOWN_FOR_MS = 8000;
let hiding;

/** Tells what an action came to, to the eye and to a screen reader. */
export function notify(sentence) {
	byId('notice').textContent = sentence;
	clearTimeout(hiding);
	hiding = setTimeout(() => (byId('notice').textContent = ''), SHOWN_FOR_MS);
}
