import { NodeHelpers } from 'n8n-workflow';
import { MessagingGatewayTrigger } from '../../nodes/MessagingGateway/MessagingGatewayTrigger.node';
import { savedFields } from '../support/savedFields';

const { description } = new MessagingGatewayTrigger();
const EVENTS = (description.properties[0]?.options ?? []).map((one) =>
	String(one['value' as never]),
);
const notices = (events: string[]): string[] =>
	description.properties
		.filter(({ type }) => type === 'notice')
		.filter((field) => NodeHelpers.displayParameter({ events }, field, null, description))
		.map(({ name }) => name);

it.each([
	[['reply'], ['onceOnlyNotice']],
	[['shortCodeMessage'], ['bothEventsNotice']],
	[EVENTS, ['bothEventsNotice']],
	[['statusChange'], []],
])('with %j it shows %j', (events, shown) => {
	expect(notices(events)).toEqual(shown);
});

it('workflows save these fields: another name, type or value would change what they do', () => {
	expect(savedFields(description.properties)).toEqual([
		'events multiOptions ["reply"] required reply shortCodeMessage statusChange',
		'messageIds string "" required shown {"events":["statusChange"]}',
		'options.excludeShortCode boolean true shown {"/events":["reply"]} hidden {"/events":["shortCodeMessage"]}',
		'options.testData options "sample" shown {"/events":["reply","shortCodeMessage"]} live sample',
		'options.interface options "auto" auto xml query',
	]);
});
