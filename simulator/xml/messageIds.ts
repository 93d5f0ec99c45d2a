import { childOf, itemsOf, textOf, type XmlElement } from './document';
import { NOT_VALID, type XmlError } from './operation';

/** A MessageID of a status or delete request: the ID, and the client's own CLI. */
export interface AskedId {
	id: string;
	cli: string;
}

const items = (root: XmlElement) => itemsOf(childOf(root, 'MessageIDs'), 'MessageID');

const isWellMade = (item: XmlElement): boolean =>
	/^[0-9]+$/.test(textOf(item, 'ID') ?? '') &&
	item.children.every(({ name }) => name === 'ID' || name === 'CLI');

/** A blank ID or one with a non-digit makes the whole document invalid (protocol, "Errors"). */
export function errorsInMessageIds(root: XmlElement): readonly XmlError[] {
	return items(root)?.every(isWellMade) ? [] : [NOT_VALID];
}

export function readMessageIds(root: XmlElement): AskedId[] {
	return (items(root) ?? []).map((item) => ({
		id: textOf(item, 'ID') ?? '',
		cli: textOf(item, 'CLI') ?? '',
	}));
}
