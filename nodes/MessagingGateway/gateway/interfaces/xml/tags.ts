/**
 * The text that may follow a name in a tag. Other text would mean that the tag before it lost its end.
 */
const ATTRIBUTES = `(?:\\s+[\\w:.-]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'))*\\s*`;

/** The namespace before a name. */
const PREFIX = '(?:[\\w.-]+:)?';

/** Pattern of a first tag; of an empty element it ends with a slash. */
export const openingTag = (name: string, end = '/?>'): string =>
	`<${PREFIX}${name}${ATTRIBUTES}${end}`;

/** Pattern of a last tag. */
export const closingTag = (name: string): string => `</${PREFIX}${name}\\s*>`;

/** Pattern of either tag. */
export const tag = (name: string): string => `${tagStart(name)}${ATTRIBUTES}/?>`;

/** Pattern of the beginning of either tag, whatever follows the name. */
export const tagStart = (name: string): string => `</?${PREFIX}${name}`;
