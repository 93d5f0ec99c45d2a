import fc from 'fast-check';
import { anyText } from '../support/anyText';

/** Whole answers of the gateway, written by hand from the specification. */
export const WHOLE_ANSWERS = {
	querySend: '27821111111=1000001&27822222222=OPTEDOUT&27823333333=1000003&',
	xmlSend:
		'<?xml version="1.0" encoding="utf-8"?><XMLGateway_Response><SendResult><MessageNumber>1</MessageNumber><NumberID><Number>27821111111</Number><ID>1000001</ID></NumberID></SendResult><SendResult><MessageNumber>2</MessageNumber><NumberID><Number>27822222222</Number><ID>FAIL:OPTEDOUT</ID></NumberID></SendResult><SendResult><MessageNumber>3</MessageNumber><NumberID><Number>27823333333</Number><ID>1000003</ID></NumberID></SendResult></XMLGateway_Response>',
	queryStatus: '101=DELIVERED;2026/11/20;08:15:42;0&102=NOTFOUND&103=SENT;2026/11/20;08:15:40;105&',
	xmlStatus:
		'<?xml version="1.0"?><XMLGatewayStatus_Response><StatusID><MessageID>101</MessageID><CLI>a &amp; b</CLI><Status>DELIVERED</Status><StatusDateTime>2026/11/20 08:15:42</StatusDateTime><StatusCode>0</StatusCode></StatusID><StatusID><MessageID>102</MessageID><CLI/><Status>NOTFOUND</Status><StatusDateTime>2026/11/20 09:00:00</StatusDateTime><StatusCode>-2</StatusCode></StatusID></XMLGatewayStatus_Response>',
	queryDeletion: '101=DELETED&102=NOTFOUND&103=SENT&',
	xmlDeletion:
		'<XMLGatewayDeleteScheduled_Response><DeleteStatus><MessageID>101</MessageID><CLI></CLI><Status>DELETED</Status></DeleteStatus><DeleteStatus><MessageID>102</MessageID><CLI></CLI><Status>SENT</Status></DeleteStatus></XMLGatewayDeleteScheduled_Response>',
	queryReplies:
		'CLI=27821111111;DateReceived=202611200815;Message=Yes; please & thanks;SentMessageID=77&CLI=27822222222;DateReceived=202611200816;Message=STOP;SentMessageID=&',
	xmlReplies:
		'<XMLGateway_Replies><Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>Yes &amp; thanks</Message><SentMessageID>77</SentMessageID></Reply><Reply><CLI>27822222222</CLI><DateReceived>202611200816</DateReceived><Message><![CDATA[a < b]]></Message><SentMessageID></SentMessageID></Reply></XMLGateway_Replies>',
	queryShortCodes:
		'SC=31234;CLI=27821111111;DateReceived=202611200815;Message=VOTE 1&SC=31234;CLI=27822222222;DateReceived=202611200816;Message=VOTE 2&',
	xmlShortCodes:
		'<XMLGateway_SCmessages><SCmessage><SC>31234</SC><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>VOTE 1</Message></SCmessage></XMLGateway_SCmessages>',
	optOuts:
		'CLI=27821111111;DateReceived=202611200815;Message=Stop;SentMessageID=77&CLI=27822222222;DateReceived=202611200816;Message=* MANUALLY ADDED BY USER *;SentMessageID=&',
	balance: 'Credits=1234',
	login: 'Login=OK',
	transfer: 'Transfer=Success',
} as const;

/** Texts that an answer may hold in unexpected places. */
const TOKENS = [
	'&',
	';',
	'=',
	'<',
	'>',
	'\r\n',
	'\0',
	'FAIL&',
	'Error=',
	'CLI=',
	';SentMessageID=',
	'CLI=27829999999;DateReceived=202611200815;Message=',
	'<![CDATA[',
	']]>',
	'<!--',
	'-->',
	'<!DOCTYPE a [<!ENTITY b "c">]>',
	'&b;',
	'&#0;',
	'<Error>Invalid Username or Password</Error>',
	'</Message>',
	'<Reply>',
	'</Reply>',
	'<?xml version="1.0" encoding="utf-16"?>',
	'9'.repeat(400),
	' '.repeat(400),
	'<html><body>',
	'\u{1F600}',
	'\uD83D',
];

interface Mutation {
	at: number;
	remove: number;
	insert: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
	at: fc.double({ min: 0, max: 1, noNaN: true }),
	remove: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(80)),
	insert: fc.oneof(fc.constant(''), fc.constantFrom(...TOKENS), anyText(4)),
});

const mutate = (body: string, { at, remove, insert }: Mutation): string => {
	const start = Math.floor(at * body.length);
	return body.slice(0, start) + insert + body.slice(start + remove);
};

/** A whole answer after damage: changed in a few places, cut, or replaced by another operation's. */
export const damaged = (whole: string): fc.Arbitrary<string> =>
	fc
		.tuple(
			fc.oneof(
				{ weight: 9, arbitrary: fc.constant(whole) },
				{ weight: 1, arbitrary: fc.constantFrom(...Object.values(WHOLE_ANSWERS)) },
			),
			fc.array(mutation, { maxLength: 5 }),
		)
		.map(([body, mutations]) => mutations.reduce(mutate, body));
