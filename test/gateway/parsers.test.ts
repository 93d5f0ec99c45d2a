import { XMLParser } from 'fast-xml-parser';
import { entriesOf, reply, xmlReplies, xmlReply } from '../support/records';

/** What people write, as a gateway that escapes nothing passes it on in the middle one of three replies. */
const TEXTS = [
	'Yes',
	'Tom & Jerry',
	'1 < 2',
	'a > b',
	'I <3 you',
	'<b>bold</b>',
	'<br>',
	'</b>',
	'< ',
	'<',
	'&',
	'&nbsp;',
	'&#x1F600;',
	'<!-- no',
	'<![CDATA[ no',
	']]>',
	'<?php',
	'<!DOCTYPE x>',
	'  two\n lines ',
	'007',
];

/** The text as it is read: what has the form of a reference is one. */
const READ: Record<string, string> = { '&#x1F600;': '😀' };

const bodyOf = (text: string): string =>
	xmlReplies(
		xmlReply('27821111111', 'First') +
			xmlReply('27822222222', text) +
			xmlReply('27823333333', 'Third'),
	);

it.each(TEXTS)('reads %j as the text of the second of three replies', async (text) => {
	expect(await entriesOf('reply', 'xml', bodyOf(text))).toEqual([
		reply('27821111111', 'First'),
		reply('27822222222', READ[text] ?? text),
		reply('27823333333', 'Third'),
	]);
});

/** Whether fast-xml-parser reads it, set to change as little as possible. */
function readByParser(text: string): boolean {
	const parser = new XMLParser({
		parseTagValue: false,
		trimValues: false,
		stopNodes: ['*.Message'],
		isArray: (name) => name === 'Reply',
		htmlEntities: false,
	});
	try {
		const replies = parser.parse(bodyOf(text)).XMLGateway_Replies.Reply as Array<{
			CLI: string;
			Message: string;
		}>;
		const [first, second, third] = replies.map(({ CLI, Message }) => `${CLI} ${Message}`);
		return (
			replies.length === 3 &&
			first === '27821111111 First' &&
			second === `27822222222 ${text}` &&
			third === '27823333333 Third'
		);
	} catch {
		return false;
	}
}

it('is what fast-xml-parser cannot do: the day it reads them all, the scanner can go', () => {
	expect(TEXTS.filter((text) => !readByParser(text))).toEqual([
		'1 < 2',
		'I <3 you',
		'< ',
		'<',
		'<!-- no',
		'<![CDATA[ no',
		'<?php',
	]);
});
