import type { INodePropertyOptions } from 'n8n-workflow';
import { MessagingGatewayApi } from '../../credentials/MessagingGatewayApi.credentials';
import { properties } from '../../nodes/MessagingGateway/actions/resources';
import { MessagingGateway } from '../../nodes/MessagingGateway/MessagingGateway.node';
import { MessagingGatewayTrigger } from '../../nodes/MessagingGateway/MessagingGatewayTrigger.node';
import { savedFields } from '../support/savedFields';

it('workflows save these fields: another name, type or value would change what they do', () => {
	const own = properties.filter(
		({ name }) => !['toolDescription', 'defaultCountry'].includes(name),
	);
	expect(savedFields(own)).toEqual([
		'resource options "message" account message optOut reply shortCodeMessage',
		'operation options "send" deleteScheduled getStatus preview send sendAndWait',
		'operation options "getNew" getNew',
		'operation options "check" check getAll',
		'operation options "getBalance" checkLogin getBalance transferCredits',
		'numbers string "" required',
		'text string "" required',
		'options.scheduledAt dateTime ""',
		'options.whenTimeIsPast options "refuse" shown {"scheduledAt":[{"_cnd":{"exists":true}}]} refuse sendNow',
		'options.dryRun boolean true',
		'options.reference string ""',
		'options.sendOnce boolean true',
		'options.skipDuplicates boolean true',
		'options.sendBetween fixedCollection {"values":{"from":"08:00","until":"20:00","days":[1,2,3,4,5,6,7]}}',
		'options.sendBetween.values.from string "08:00"',
		'options.sendBetween.values.until string "20:00"',
		'options.sendBetween.values.days multiOptions [1,2,3,4,5,6,7] 1 2 3 4 5 6 7',
		'options.sendBetween.secondWindow.from string "08:00"',
		'options.sendBetween.secondWindow.until string "20:00"',
		'options.sendBetween.secondWindow.days multiOptions [] 1 2 3 4 5 6 7',
		'options.outsideHours options "schedule" doNotSend schedule',
		'options.closedDates string ""',
		'options.messagesPerMinute number 100 1.. 0',
		'options.maxParts number 1 1..6 0',
		'options.maxRecipients number 100 1.. 0',
		'options.onUnsupportedCharacters options "replace" replace refuse send',
		'options.includeInputFields boolean true',
		'options.failWhen options "noneAccepted" anyNotAccepted never noneAccepted',
		'options.interface options "auto" auto xml query',
		'options.requestsInParallel number 1 1..8 0',
		'message string "" required',
		'responseType options "approval" approval freeText',
		'approvalOptions fixedCollection {} shown {"responseType":["approval"]} hidden {"@tool":[true]}',
		'approvalOptions.values.approvalType options "single" single double',
		'approvalOptions.values.approveLabel string "Approve"',
		'approvalOptions.values.disapproveLabel string "Decline" shown {"approvalType":["double"]}',
		'approvalOptions fixedCollection {} shown {"responseType":["approval"],"@tool":[true]}',
		'approvalOptions.values.approvalType options "double" single double',
		'options.limitWaitTime fixedCollection {"values":{"limitType":"afterTimeInterval","resumeAmount":45,"resumeUnit":"minutes"}}',
		'options.limitWaitTime.values.limitType options "afterTimeInterval" afterTimeInterval atSpecifiedTime',
		'options.limitWaitTime.values.resumeAmount number 1 shown {"limitType":["afterTimeInterval"]} 0.. 2',
		'options.limitWaitTime.values.resumeUnit options "hours" shown {"limitType":["afterTimeInterval"]} days hours minutes',
		'options.limitWaitTime.values.maxDateAndTime dateTime "" shown {"limitType":["atSpecifiedTime"]}',
		'options.texts fixedCollection {"values":{}}',
		'options.texts.values.messageButtonLabel string ""',
		'options.texts.values.pageSender string ""',
		'options.texts.values.responseFormTitle string "Your answer is needed"',
		'options.texts.values.responseFormDescription string "Your answer" shown {"/responseType":["freeText"]}',
		'options.texts.values.responseFormButtonLabel string "Send" shown {"/responseType":["freeText"]}',
		'options.texts.values.pageReminder string "Your answer is missing"',
		'options.texts.values.pageThanks string "Thank you"',
		'options.texts.values.pageClosed string "No longer open"',
		'options.texts.values.pageLanguage string ""',
		'messageIds string "" required',
		'includeLink boolean false',
		'options.excludeShortCode boolean true',
		'returnAll boolean false',
		'limit number 50 shown {"returnAll":[false]} 1.. 0',
		'filters.receivedAfter dateTime ""',
		'filters.source options "recipient" manual recipient',
		'fromAccountId string "" required',
		'toAccountId string "" required',
		'quantity number 1 required 1.. 0',
	]);
});

it('n8n knows the nodes by their names, versions and groups', () => {
	const saved = [new MessagingGateway(), new MessagingGatewayTrigger()].map(({ description }) => [
		description.name,
		description.version,
		description.group,
		description.credentials?.map(({ name, required }) => [name, required]),
		description.usableAsTool,
		description.subtitle,
		[description.inputs, description.outputs],
	]);
	expect(saved).toEqual([
		[
			'messagingGateway',
			1,
			['output'],
			[['messagingGatewayApi', true]],
			true,
			'={{ $parameter["operation"] + ": " + $parameter["resource"] + ($parameter["options"]?.["dryRun"] ? ", dry run" : "") }}',
			[['main'], ['main']],
		],
		[
			'messagingGatewayTrigger',
			1,
			['trigger'],
			[['messagingGatewayApi', true]],
			undefined,
			'={{ $parameter["events"].join(", ") }}',
			[[], ['main']],
		],
	]);
});

it('a tool is offered Send, Get Status, Opt-Out: Check and Get Balance', () => {
	const choices = properties
		.filter(({ name }) => name === 'resource' || name === 'operation')
		.flatMap(({ options = [] }) => options as INodePropertyOptions[]);
	const offered = choices.filter(({ displayOptions }) => !displayOptions?.hide?.['@tool']?.[0]);
	expect(offered.map(({ value }) => value).join(' ')).toBe(
		'account message optOut getStatus send getNew getNew check getBalance',
	);
});

it('no label, description, hint or placeholder is empty', () => {
	const empty: string[] = [];
	const visit = (value: unknown, path: string): void => {
		if (
			value === '' &&
			!/\.(?:default|value|responseData|apiBaseUrlPlaceholder|service\.0)$/.test(path)
		)
			empty.push(path);
		if (typeof value !== 'object' || value === null) return;
		for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`);
	};
	visit(new MessagingGateway().description, 'node');
	visit(new MessagingGatewayTrigger().description, 'trigger');
	visit(new MessagingGatewayApi(), 'credential');
	expect(empty).toEqual([]);
});
