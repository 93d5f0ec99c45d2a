import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import { MessagingGatewayTrigger } from '../../nodes/MessagingGateway/MessagingGatewayTrigger.node';
import { savedFields } from '../support/savedFields';

const { description } = new MessagingGatewayTrigger();
const EVENTS = ['reply', 'shortCodeMessage', 'statusChange'];
/** Every choice of events. */
const CHOICES = [1, 2, 3, 4, 5, 6, 7].map((bits) =>
	EVENTS.filter((_, index) => (bits & (1 << index)) !== 0),
);

const shownOf = (type: string, events: string[], testData = 'sample'): string[] =>
	description.properties
		.filter((field: INodeProperties) => field.type === type)
		.filter((field: INodeProperties) =>
			NodeHelpers.displayParameter({ events, testData }, field, null, description),
		)
		.map(({ name }) => name);
const notices = (events: string[], testData: string) => shownOf('notice', events, testData);

it.each(CHOICES)('the panel shows at most two notices: %s %s %s', (...events) => {
	for (const testData of ['sample', 'live']) {
		expect(notices(events, testData).length).toBeLessThanOrEqual(2);
	}
});

it.each([
	[['reply'], ['onceOnlyNotice']],
	[['shortCodeMessage'], ['bothEventsNotice']],
	[EVENTS, ['bothEventsNotice']],
	[['statusChange'], []],
])('with %j it shows %j', (events, shown) => {
	expect(notices(events, 'sample')).toEqual(shown);
});

it('Message IDs are asked for with Status Change only', () => {
	expect(shownOf('string', EVENTS)).toEqual(['messageIds']);
	expect(shownOf('string', ['reply', 'shortCodeMessage'])).toEqual([]);
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
