import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { GatewayRequest } from '../nodes/MessagingGateway/gateway/exchange/exchange';
import { KNOWN_SERVICES } from '../nodes/MessagingGateway/gateway/exchange/services';
import { sign, signOther } from '../nodes/MessagingGateway/gateway/exchange/signing';
import TIME_ZONES from './timeZones.json';

/** Until a service is chosen, nothing else is asked for. */
const onceChosen = { hide: { service: [''] } };

/** Not a secret, although its name, which is the same in all of n8n, sounds like one. */
const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues (Insecure)',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description:
		'Whether to connect even if the certificate of the gateway cannot be checked; anybody in between could then read the password',
	displayOptions: onceChosen,
};

const begins = (beginning: string) => ({ _cnd: { startsWith: beginning } });

/**
 * Shown under a Base URL that begins with http: and names another host than this machine. n8n checks
 * this whenever a node loads the credential, and a busy n8n 2 gives up on a regular expression there.
 */
const notEncryptedNotice: INodeProperties = {
	displayName:
		'With http: instead of https:, anybody between n8n and the gateway can read the login name and the password, a proxy too. Use https: if the gateway offers it.',
	name: 'notEncrypted',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { service: ['other'], baseUrl: [begins('http:')] },
		hide: {
			baseUrl: ['http://localhost', 'http://127.', 'http://[::1]'].map(begins),
		},
	},
};

/**
 * The zones of the IANA time zone database (its `zone.tab`, 2025b), GMT first. Node.js lists other names in
 * each version. The labels have spaces, as people search for "New York".
 */
const timeZoneOptions: INodePropertyOptions[] = [
	{ name: 'GMT', value: 'UTC' },
	...TIME_ZONES.map((zone) => ({ name: zone.replaceAll('_', ' '), value: zone })),
];

const forOther = { show: { service: ['other'] } };

/** What is used for each known service. */
const serviceNotices: INodeProperties[] = KNOWN_SERVICES.map(
	({ value, baseUrl, prefix, timeZone }) => ({
		displayName: `Base URL ${baseUrl}, Element Prefix ${prefix}, clock ${timeZone === 'UTC' ? 'GMT' : timeZone}`,
		name: `${value}Notice`,
		type: 'notice',
		default: '',
		displayOptions: { show: { service: [value] } },
	}),
);

/** The login to the gateway. It signs each request (protocol, "Authentication"). */
export class MessagingGatewayApi implements ICredentialType {
	name = 'messagingGatewayApi';

	displayName = 'Messaging Gateway API';

	icon = {
		light: 'file:../nodes/MessagingGateway/messagingGateway.svg',
		dark: 'file:../nodes/MessagingGateway/messagingGateway.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-messaging-gateway/n8n-nodes-messaging-gateway#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Service',
			name: 'service',
			type: 'options',
			default: '',
			required: true,
			placeholder: 'Choose the service',
			// Always shown. n8n insists on a field only if it has conditions, and names the first that is empty.
			displayOptions: { hide: { service: ['none'] } },
			description: 'The provider of your account. Choose Other if it is not in the list.',
			options: [
				...KNOWN_SERVICES.map(({ name, value }) => ({ name, value })),
				{ name: 'Other', value: 'other' },
			],
		},
		...serviceNotices,
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://gateway.example.com/api',
			description:
				'The address of the gateway, as its provider gave it to you, with its path if it has one',
			displayOptions: forOther,
		},
		notEncryptedNotice,
		{
			displayName: 'Login Name',
			name: 'user',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. nathan',
			displayOptions: onceChosen,
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: onceChosen,
		},
		{
			displayName: 'Element Prefix',
			name: 'brand',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Svc',
			description:
				"The word before the underscore in the element names of the XML interface: Svc in Svc_Multi_Message. The provider's documentation has it. The test of this credential checks it.",
			displayOptions: forOther,
		},
		{
			displayName: 'Gateway Time Zone',
			name: 'timezone',
			type: 'options',
			default: 'UTC',
			options: timeZoneOptions,
			description:
				"The zone of the gateway's clock. The node converts all times to it and from it. The provider's documentation names it. The test of this credential compares the clocks.",
			displayOptions: forOther,
		},
		ignoreSslIssues,
	];

	/** Signs a request of the node as it is, and one of the HTTP Request node as `signOther` reads it. */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		{ gatewayRequest, ...request }: IHttpRequestOptions & { gatewayRequest?: GatewayRequest },
	): Promise<IHttpRequestOptions> => {
		const { headers, ...signed } = gatewayRequest
			? sign(credentials, gatewayRequest)
			: signOther(credentials, request);
		return { ...request, ...signed, headers: { ...request.headers, ...headers } };
	};
}
