import {
	FAILURES,
	failure,
	type FailureKind,
} from '../../nodes/MessagingGateway/gateway/exchange/failures';
import { readPage } from './pages';

/** The cells of the rows of tables on the page, without code marks. */
const rows = readPage('docs/troubleshooting.md')
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.map((line) =>
		line
			.replaceAll('`', '')
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
const messages = rows.map(([message = '']) => message);

const kinds = Object.keys(FAILURES) as FailureKind[];

it.each(kinds)('the page has the sentence of %s', (kind) => {
	expect(messages).toContain(failure(kind, '…').message);
});

it('the page says rightly which failures leave a send unconfirmed', () => {
	const told = rows.filter(([, , result]) => ['NOT_SENT', 'UNCONFIRMED'].includes(result ?? ''));
	expect(told.length).toBeGreaterThan(20);
	const wrong = told.filter(([message, , result]) => {
		const kind = kinds.find((name) => failure(name, '…').message === message);
		return kind === undefined || FAILURES[kind].mayHaveTakenEffect !== (result === 'UNCONFIRMED');
	});
	expect(wrong).toEqual([]);
});

it('what the page says of the test of the credential stands in its code', () => {
	const code = readPage('nodes/MessagingGateway/host/credentialTest.ts');
	const ofTest = messages.filter((message) =>
		/^(The login is right|There is a gateway|The service was)/.test(message),
	);
	expect(ofTest.length).toBe(6);
	const parts = ofTest.flatMap((message) => message.split('…')).map((part) => part.trim());
	const clock = "The login is right, but the gateway's clock is";
	const missing = parts.filter((part) => part !== clock && !code.includes(part));
	expect(missing).toEqual([]);
});
