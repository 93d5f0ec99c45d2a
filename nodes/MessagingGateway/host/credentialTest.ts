import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import type { Connection, Result } from '../gateway/exchange/exchange';
import type { Failure, FailureKind } from '../gateway/exchange/failures';
import { KNOWN_SERVICES, serviceOf } from '../gateway/exchange/services';
import { xml } from '../gateway/interfaces/xml/xml';
import { checkLogin } from '../gateway/operations/account';
import { checkClock } from '../gateway/operations/getStatus';
import { WRONG_LOGIN } from '../gateway/specification/codes';
import { connectForTest } from './transport';

const fine: INodeCredentialTestResult = { status: 'OK', message: 'Connection successful' };

const problem = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/**
 * Tests a credential. It distinguishes a wrong login, a locked account, an address that is not a
 * gateway's or lacks its path, a host that cannot be reached, a wrong Element Prefix, which only the XML
 * interface notices, and a clock in another zone.
 */
export async function messagingGatewayApiTest(
	this: ICredentialTestFunctions,
	{ data: credentials = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const connectTo = (data: ICredentialDataDecryptedObject): Connection =>
		withShortTimeouts(connectForTest(this, data));
	const result = await testLogin(credentials, connectTo);
	const known = KNOWN_SERVICES.find(({ value }) => value === credentials.service);
	return result.status === 'Error' && known
		? problem(
				`${result.message}. The 'Service' is ${known.name}. If it is not yours, choose another, or Other to enter Base URL, Element Prefix and Gateway Time Zone`,
			)
		: result;
}

type Connect = (credentials: ICredentialDataDecryptedObject) => Connection;

async function testLogin(
	credentials: ICredentialDataDecryptedObject,
	connectTo: Connect,
): Promise<INodeCredentialTestResult> {
	const connection = connectTo(credentials);
	const login = await checkLogin(connection);
	if (!login.ok) return problem(await withPath(login.failure, credentials, connectTo));
	if (login.value === 'FAIL') {
		const hasBlank = /^\s|\s$/.test(String(credentials.password));
		return problem(
			hasBlank ? `${WRONG_LOGIN}. The password begins or ends with a space` : WRONG_LOGIN,
		);
	}
	if (login.value === 'ACCOUNT_LOCKED') {
		return problem('The login is right, but the gateway account is locked');
	}
	return judgeClock(await checkClock(connection, xml.getStatus));
}

/** Milliseconds. Somebody is waiting in front of the screen. */
const LONGEST_WAIT = 10_000;

const withShortTimeouts = ({ exchange, ...rest }: Connection): Connection => ({
	...rest,
	exchange: async (request, timeout) => await exchange(request, Math.min(timeout, LONGEST_WAIT)),
});

/** Failures of a server that may have a gateway at another path. */
const ANSWERS_OF_OTHERS: FailureKind[] = [
	'notFound',
	'httpRefused',
	'redirected',
	'empty',
	'unreadable',
];

async function withPath(
	failure: Failure,
	credentials: ICredentialDataDecryptedObject,
	connectTo: Connect,
): Promise<string> {
	const { service = 'other' } = credentials;
	const known = serviceOf(credentials);
	const baseUrl = known.ok ? known.value.baseUrl : '';
	const address = baseUrl.endsWith('/api') ? baseUrl.slice(0, -'/api'.length) : `${baseUrl}/api`;
	const isGatewayThere =
		service === 'other' &&
		ANSWERS_OF_OTHERS.includes(failure.kind) &&
		(await checkLogin(connectTo({ ...credentials, baseUrl: address }))).ok;
	return isGatewayThere
		? `${failure.message}. There is a gateway at ${address}. Enter that as 'Base URL'`
		: sentences(failure);
}

/** Judges the second request, which is the first over the XML interface. */
function judgeClock(checked: Result<string | undefined>): INodeCredentialTestResult {
	if (checked.ok) return checked.value ? problem(`The login is right, but ${checked.value}`) : fine;
	const { failure } = checked;
	// Login and password are right, so the XML interface did not find the element that holds them.
	const { kind, message } = failure;
	const isPrefix =
		kind === 'wrongLogin' || (kind === 'requestRefused' && /\b(?:XML|element)\b/i.test(message));
	return problem(
		isPrefix
			? "The login is right, but the XML interface does not know the 'Element Prefix'. Ask the gateway provider for it"
			: `The login is right, but the XML interface cannot be used. ${sentences(failure)}`,
	);
}

const sentences = ({ message, advice }: Failure): string => `${message}. ${advice}`;
