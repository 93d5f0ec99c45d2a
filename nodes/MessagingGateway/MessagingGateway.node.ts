import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { properties } from './actions/resources';
import { route } from './actions/router';
import { nodeHint } from './host/olderVersions';
import { messagingGatewayApiTest } from './host/credentialTest';
import { answerRequest, questionWebhooks } from './question/webhook';

const builderHint = nodeHint(
	'SMS are billed for each recipient and cannot be recalled. Pass all recipients as items to one Send node, which sends in batches, instead of looping. Read the field result of each output item: a green run may hold recipients that were not accepted. For a decision or an answer by SMS use Send and Wait for Response.',
	[
		{
			nodeType: 'n8n-nodes-messaging-gateway.messagingGatewayTrigger',
			relationHint: 'Starts a workflow when a reply or short code message arrives',
		},
	],
);

export class MessagingGateway implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Gateway',
		name: 'messagingGateway',
		icon: { light: 'file:messagingGateway.svg', dark: 'file:messagingGateway.dark.svg' },
		group: ['output'],
		version: 1,
		// A dry run looks like a node that works.
		subtitle:
			'={{ $parameter["operation"] + ": " + $parameter["resource"] + ($parameter["options"]?.["dryRun"] ? ", dry run" : "") }}',
		description:
			'Send and receive SMS with WinSMS and similar gateways, follow messages, and ask people',
		defaults: { name: 'Messaging Gateway' },
		usableAsTool: true,
		builderHint,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'messagingGatewayApi', required: true, testedBy: 'messagingGatewayApiTest' },
		],
		webhooks: questionWebhooks,
		waitingNodeTooltip:
			'={{ $parameter["operation"] === "sendAndWait" ? "Execution will continue after the user\'s response" : "" }}',
		properties,
	};

	methods = { credentialTest: { messagingGatewayApiTest } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await route(this);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return answerRequest(this);
	}
}
