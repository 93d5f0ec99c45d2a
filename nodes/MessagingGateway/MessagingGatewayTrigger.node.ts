import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';
import { nodeHint } from './host/olderVersions';
import { messagingGatewayApiTest } from './host/credentialTest';
import { close } from './events/close';
import { fetchTestEvent } from './events/fetchTestEvent';
import { poll } from './events/poll';
import { triggerFields } from './events/trigger.fields';

const builderHint = nodeHint(
	'The gateway returns each reply and short code message once only: use one active trigger for each account. It does not see what other nodes send; to follow sent messages, use Get Status in a loop with a Wait node.',
	[
		{
			nodeType: 'n8n-nodes-messaging-gateway.messagingGateway',
			relationHint: 'Sends the answer to a reply, and asks for the status of sent messages',
		},
	],
);

export class MessagingGatewayTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Gateway Trigger',
		name: 'messagingGatewayTrigger',
		icon: { light: 'file:messagingGateway.svg', dark: 'file:messagingGateway.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		// The search shows it for both nodes.
		description:
			'Send and receive SMS with WinSMS and similar gateways: starts on replies, short code messages and status changes',
		defaults: { name: 'Messaging Gateway Trigger' },
		polling: true,
		builderHint,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'messagingGatewayApi', required: true, testedBy: 'messagingGatewayApiTest' },
		],
		properties: triggerFields,
	};

	methods = { credentialTest: { messagingGatewayApiTest } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return this.getMode() === 'manual' ? await fetchTestEvent(this) : await poll(this);
	}

	/** Begins nothing of its own. n8n waits for the function when it takes the trigger down. */
	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		return { closeFunction: async () => await close(this) };
	}
}
