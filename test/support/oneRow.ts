import { accepted, statusId, statusResponse } from './xmlAnswers';

const RECORD = 'CLI=27821111111;DateReceived=202611200815;Message=Hi';
const ELEMENTS =
	'<CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>Hi</Message>';

/** Answers of the gateway that hold one row, by what was asked for and the interface. */
export const ONE_ROW = {
	reply: {
		query: `${RECORD};SentMessageID=77&`,
		xml: `<XMLGateway_Replies><Reply>${ELEMENTS}<SentMessageID>77</SentMessageID></Reply></XMLGateway_Replies>`,
	},
	shortCodeMessage: {
		query: `SC=31234;${RECORD}&`,
		xml: `<XMLGateway_SCmessages><SCmessage><SC>31234</SC>${ELEMENTS}</SCmessage></XMLGateway_SCmessages>`,
	},
	optOut: { query: `${RECORD};SentMessageID=77&` },
	status: {
		query: '101=DELIVERED;2026/11/20;08:15:42;0&',
		xml: statusResponse(statusId('101', 'DELIVERED', 0)),
	},
	sent: { query: '27821111111=101&', xml: accepted(['27821111111', '101']) },
	deletion: {
		query: '101=DELETED&',
		xml: '<XMLGatewayDeleteScheduled_Response><DeleteStatus><MessageID>101</MessageID><CLI></CLI><Status>DELETED</Status></DeleteStatus></XMLGatewayDeleteScheduled_Response>',
	},
};

/** Faults in which a read of records that are returned once has an answer: nothing, or what must not get lost. */
export const ANSWERS_OF_RECORDS = {
	query: { empty: 'nothing', truncated: 'unparsed', 'wrong charset': 'unparsed' },
	xml: { truncated: 'unparsed' },
} as const;

/** Which faults are an answer, by name. */
export type Answers = Record<string, 'nothing' | 'unparsed'>;
