import {
	FAILURES,
	failure,
	type FailureKind,
} from '../../nodes/MessagingGateway/gateway/exchange/failures';
import { readPage, sectionOf } from './pages';

const page = readPage('docs/troubleshooting.md');

const kinds = Object.keys(FAILURES) as FailureKind[];

/** The kinds of the failures whose sentences are listed below a heading; undefined for another sentence. */
const listed = (heading: string): Array<FailureKind | undefined> =>
	[...sectionOf(page, heading).matchAll(/^- `([^`]*)`/gm)].map(([, sentence]) =>
		kinds.find((kind) => failure(kind, '…').message === sentence),
	);

const SECTIONS = ['### Not sent', '### Unconfirmed', '### When reading'];

it('the page has the sentence of every failure once, and no other', () => {
	expect(SECTIONS.flatMap(listed).sort()).toEqual([...kinds].sort());
});

it.each([
	['### Not sent', false],
	['### Unconfirmed', true],
])('below "%s" stand failures after which a send is so', (heading, mayHaveTakenEffect) => {
	const effects = listed(heading).map((kind) => kind && FAILURES[kind].mayHaveTakenEffect);
	expect(new Set(effects)).toEqual(new Set([mayHaveTakenEffect]));
});
