/** Characters that no XML 1.0 document can hold, not even as references. */
const FORBIDDEN = '[[\\p{Cc}--[\\t\\n\\r\\x7f-\\x9f]]\\p{Cs}\\ufffe\\uffff]';

const one = new RegExp(FORBIDDEN, 'v');
const every = new RegExp(FORBIDDEN, 'gv');

export const holdsForbiddenCharacter = (text: string): boolean => one.test(text);

export const withoutForbiddenCharacters = (text: string): string => text.replace(every, '?');
