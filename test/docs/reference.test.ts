import { KNOWN_SERVICES } from '../../nodes/MessagingGateway/gateway/exchange/services';
import {
	MAX_ANSWER_MEBIBYTES,
	MAX_IDS_PER_QUERY,
	MAX_IDS_PER_XML,
	MAX_MESSAGE_LENGTH,
	MAX_NUMBERS_PER_QUERY,
	MAX_RECIPIENTS_PER_XML,
	MAX_XML_LENGTH,
	TIMEOUTS,
} from '../../nodes/MessagingGateway/gateway/specification/limits';
import { readPage, sectionOf } from './pages';

it('docs/reference.md has the known services of the credential, with the same values', () => {
	const section = sectionOf(readPage('docs/reference.md'), '## Known services');
	const rows = section.split('\n').filter((line) => /^\| WinSMS/.test(line));
	const cells = rows.map((row) => row.replaceAll('`', '').split('|').slice(1, -1));
	expect(cells.map((row) => row.map((cell) => cell.trim()))).toEqual(
		KNOWN_SERVICES.map(({ name, baseUrl, prefix, timeZone, country = 'none' }) => [
			...[name, baseUrl, prefix, timeZone, country],
		]),
	);
});

it('docs/reference.md has the limits of the code', () => {
	const section = sectionOf(readPage('docs/reference.md'), '## Limits').replaceAll(',', '');
	const numbersOf = (row: string): number[] => {
		const line = section.split('\n').find((text) => text.startsWith(`| ${row} |`)) ?? '';
		return (line.match(/\d+/g) ?? []).map(Number);
	};
	const { change, take, read } = TIMEOUTS;
	expect(numbersOf('A text')).toEqual([MAX_MESSAGE_LENGTH]);
	const recipients = [MAX_RECIPIENTS_PER_XML, MAX_XML_LENGTH, MAX_NUMBERS_PER_QUERY];
	expect(numbersOf('Recipients in a request')).toEqual(recipients);
	expect(numbersOf('Message IDs in a request')).toEqual([MAX_IDS_PER_XML, MAX_IDS_PER_QUERY]);
	expect(numbersOf('An answer may take')).toEqual([change / 1000, take / 60_000, read / 1000]);
	expect(numbersOf('An answer may have')).toEqual([MAX_ANSWER_MEBIBYTES]);
});
