import {
	FAILURES,
	failure,
	type FailureKind,
} from '../../nodes/MessagingGateway/gateway/exchange/failures';
import { readPage, sectionOf } from './pages';

const page = readPage('docs/troubleshooting.md');

/** The entries of the list below a heading. */
const listed = (heading: string): string[] =>
	[...sectionOf(page, heading).matchAll(/^- (.*)$/gm)].map(([, entry = '']) => entry);

const SECTIONS = ['### Not sent', '### Unconfirmed', '### When reading'];

const kinds = Object.keys(FAILURES) as FailureKind[];

/** The kind of the failure that an entry begins with; what follows is the page's own. */
const kindOf = (entry: string): FailureKind | undefined =>
	kinds.find((kind) => entry.startsWith(failure(kind, '…').message));

it('the page has the sentence of every failure once, and no other', () => {
	const told = SECTIONS.flatMap(listed).map(kindOf);
	expect(told.sort()).toEqual([...kinds].sort());
});

it.each([
	['### Not sent', false],
	['### Unconfirmed', true],
])('below "%s" stand failures after which a send is so', (heading, mayHaveTakenEffect) => {
	const wrong = listed(heading).filter((entry) => {
		const kind = kindOf(entry);
		return kind === undefined || FAILURES[kind].mayHaveTakenEffect !== mayHaveTakenEffect;
	});
	expect(wrong).toEqual([]);
});
