import { readStatus } from '../../nodes/MessagingGateway/gateway/specification/codes';
import { readPage, rowsOf, sectionOf } from './pages';

/** Each code for which the node has a meaning: FAIL itself says nothing. */
const KNOWN_CODES = Array.from({ length: 1100 }, (_, index) => index - 100).filter(
	(code) => readStatus('FAIL', code).description !== readStatus('FAIL', null).description,
);

const reference = sectionOf(readPage('docs/reference.md'), '## Status codes');

it('docs/protocol.md has every status code, and no other', () => {
	const section = sectionOf(readPage('docs/protocol.md'), '## Status codes');
	expect(rowsOf(section, 'Code').map(Number)).toEqual(KNOWN_CODES);
});

it('docs/reference.md names the codes of final failures', () => {
	const [, named = ''] = /Codes ([\d, toand]+) are final failures/.exec(reference) ?? [];
	const ranges = [...named.matchAll(/(\d+)(?: to (\d+))?/g)];
	const isNamed = (code: number): boolean =>
		ranges.some(([, from, to = from]) => code >= Number(from) && code <= Number(to));
	const failures = KNOWN_CODES.filter((code) => readStatus('SENT', code).phase === 'failed');
	expect(KNOWN_CODES.filter(isNamed)).toEqual(failures);
});

const EXAMPLES: Array<[says: string, code: number, phase: string]> = [
	['queued', -1, 'queued'],
	['sent', 105, 'sent'],
	['delivered', 0, 'delivered'],
	['failed', 107, 'failed'],
	['not found', -2, 'unknown'],
];

/** The cells of the table, below its headings. */
const rows = reference
	.split('\n')
	.filter((line) => line.startsWith('| `'))
	.map((line) => line.replaceAll('`', '').split('|').slice(1, -1))
	.map((cells) => cells.map((cell) => cell.trim()))
	.slice(1);

it.each(rows)('docs/reference.md: %s may be refined by %s', (words, says = '', without = '') => {
	const [status = ''] = words?.split(', ') ?? [];
	const [phase, final] = without.split(', ');
	for (const [said, code, ofCode] of EXAMPLES) {
		const isRefined = says === 'anything' || says.split(', ').includes(said);
		expect(readStatus(status, code).phase).toBe(isRefined ? ofCode : phase);
	}
	expect(readStatus(status, null)).toMatchObject({ phase, final: final === 'final' });
});
