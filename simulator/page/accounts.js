import { post } from './control.js';
import { byId, element, setChildren, setText } from './element.js';
import { notify } from './notice.js';
import { state } from './state.js';

const cards = new Map();
let drawn;

/** Draws a card for each account: its login and password, its credits, its kind, and its lock. */
export function drawAccounts() {
	if (drawn === state.accounts) return;
	drawn = state.accounts;
	setChildren(byId('accounts'), drawn.map(drawnCard));
}

function drawnCard(account) {
	const card = cards.get(account.login) ?? newCard(account.login);
	cards.set(account.login, card);
	setText(card.password, account.password);
	card.password.title = account.password;
	setText(card.kind, kindOf(account));
	card.kind.title = card.kind.textContent;
	setText(card.credits, account.credits.toLocaleString('en'));
	card.locked = account.locked;
	card.item.classList.toggle('locked', account.locked);
	setText(card.lock, account.locked ? 'Unlock' : 'Lock');
	card.lock.setAttribute('aria-label', `${card.lock.textContent} account ${account.login}`);
	return card.item;
}

function newCard(login) {
	const credits = element('span');
	const password = element('code');
	const kind = element('p', { className: 'kind muted' });
	const lock = element('button', { type: 'button', className: 'quiet' });
	const amount = element('p', { className: 'credits muted' }, credits, ' credits');
	const item = element(
		'li',
		{},
		element('div', { className: 'row center' }, element('h3', { title: login }, login), lock),
		element('p', { className: 'muted' }, 'Password ', password),
		amount,
		kind,
	);
	const card = { item, password, kind, credits, lock, locked: false };
	lock.addEventListener('click', () => changeLock(login, !card.locked));
	return card;
}

async function changeLock(login, locked) {
	if (!(await post('seed', { accounts: [{ login, locked }] }))) return;
	notify(`Account ${login} is ${locked ? 'locked' : 'unlocked'}.`);
}

function kindOf({ id, mainAccountId, locked, trial, ownNumber, shortCodes }) {
	const kind = mainAccountId === null ? 'main' : `sub of ${mainAccountId}`;
	const facts = [`${id}`, trial ? `trial for ${ownNumber}` : kind];
	if (locked) facts.push('locked');
	if (shortCodes.length > 0) facts.push(`code ${shortCodes.join(', ')}`);
	return facts.join(' · ');
}
