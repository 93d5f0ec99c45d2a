/** Receives a phrase found in a text, with its start and end there in UTF-16 units. */
export type Found<Phrase> = (phrase: Phrase, start: number, end: number) => void;

/**
 * Searches a text for whole phrases, and for phrases that are cut off by its end; the latter begin at
 * their `start`.
 */
export type PhraseSearch<Phrase> = (
	text: string,
	whole: Found<Phrase>,
	begun: Found<Phrase>,
) => void;

/** A beginning that several phrases share. */
interface Beginning<Phrase> {
	length: number;
	phrases: Phrase[];
	/** Those of them that end here. */
	ending: Phrase[];
	/** The longer beginnings, by the next UTF-16 unit. */
	next: Map<number, Beginning<Phrase>>;
	/** The longest other beginning that it ends with; absent for the empty one. */
	shorter?: Beginning<Phrase>;
	/** The longest of those that is a whole phrase. */
	within?: Beginning<Phrase>;
}

/**
 * Makes a search for several phrases. It reads a text once, from left to right, however often the text
 * nearly repeats a phrase: the automaton of Aho and Corasick.
 */
export function searchFor<Phrase extends { text: string }>(
	phrases: Phrase[],
): PhraseSearch<Phrase> {
	const root = treeOf(phrases);
	linkShorter(root);
	const starts = new Uint8Array(0x10000);
	for (const unit of root.next.keys()) starts[unit] = 1;
	return (text, whole, begun) => {
		let state = root;
		for (let end = 1; end <= text.length; end += 1) {
			const unit = text.charCodeAt(end - 1);
			if (state === root && starts[unit] === 0) continue;
			state = follow(state, unit);
			for (let found = endingIn(state); found; found = found.within) {
				for (const phrase of found.ending) whole(phrase, end - found.length, end);
			}
		}
		for (let last = state; last.shorter; last = last.shorter) {
			for (const phrase of last.phrases) begun(phrase, text.length - last.length, text.length);
		}
	};
}

/** The longest whole phrase that it ends with. */
const endingIn = <Phrase>(state: Beginning<Phrase>): Beginning<Phrase> | undefined =>
	state.ending.length > 0 ? state : state.within;

const empty = <Phrase>(length: number): Beginning<Phrase> => ({
	length,
	phrases: [],
	ending: [],
	next: new Map(),
});

function treeOf<Phrase extends { text: string }>(phrases: Phrase[]): Beginning<Phrase> {
	const root = empty<Phrase>(0);
	for (const phrase of phrases) {
		let state = root;
		for (let at = 0; at < phrase.text.length; at += 1) {
			const unit = phrase.text.charCodeAt(at);
			const longer = state.next.get(unit) ?? empty(at + 1);
			state.next.set(unit, longer);
			longer.phrases.push(phrase);
			state = longer;
		}
		state.ending.push(phrase);
	}
	return root;
}

/** Links each beginning to the shorter ones it ends with, the shortest first. */
function linkShorter<Phrase>(root: Beginning<Phrase>): void {
	const open = [root];
	for (const state of open) {
		for (const [unit, longer] of state.next) {
			const shorter = state.shorter ? follow(state.shorter, unit) : root;
			longer.shorter = shorter;
			const within = endingIn(shorter);
			if (within) longer.within = within;
			open.push(longer);
		}
	}
}

/** The longest beginning that the text ends with after one more unit. */
function follow<Phrase>(from: Beginning<Phrase>, unit: number): Beginning<Phrase> {
	let state = from;
	for (;;) {
		const longer = state.next.get(unit);
		if (longer) return longer;
		if (!state.shorter) return state;
		state = state.shorter;
	}
}
