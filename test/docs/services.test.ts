import { KNOWN_SERVICES } from '../../nodes/MessagingGateway/gateway/exchange/services';
import { readPage, sectionOf } from './pages';

it('docs/reference.md has the known services of the credential, with the same values', () => {
	const section = sectionOf(readPage('docs/reference.md'), '## Known services');
	const rows = section.split('\n').filter((line) => /^\| WinSMS/.test(line));
	const cells = rows.map((row) => row.replaceAll('`', '').split('|').slice(1, -1));
	expect(cells.map((row) => row.map((cell) => cell.trim()))).toEqual(
		KNOWN_SERVICES.map(({ name, baseUrl, prefix, timeZone }) => [name, baseUrl, prefix, timeZone]),
	);
});
