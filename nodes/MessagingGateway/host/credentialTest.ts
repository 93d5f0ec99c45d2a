import { Duration } from 'luxon';
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
import { readClock } from '../gateway/operations/getStatus';
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
		? problem(`${result.message}. The service was ${known.name}`)
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
		const endsWithBlank = /\s$/.test(String(credentials.password));
		return problem(endsWithBlank ? `${WRONG_LOGIN}. The password ends with a space` : WRONG_LOGIN);
	}
	if (login.value === 'ACCOUNT_LOCKED') {
		return problem('The login is right, but the gateway account is locked');
	}
	return judgeClock(await readClock(connection, xml.getStatus));
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

/** Describes a failure, and looks for a gateway with the usual path, or without it. */
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
function judgeClock(reading: Result<number | undefined>): INodeCredentialTestResult {
	if (reading.ok) return judgeDifference(reading.value);
	const { failure } = reading;
	// Login and password are right, so the XML interface did not find the element that holds them.
	const isPrefix = failure.kind === 'requestRefused' || failure.kind === 'wrongLogin';
	return problem(
		isPrefix
			? "The login is right, but the XML interface does not know the 'Element Prefix'. Ask the gateway provider for it"
			: `The login is right, but the XML interface cannot be used. ${sentences(failure)}`,
	);
}

/** Checks whether the gateway's clock, read in its zone, shows the present time. */
function judgeDifference(minutesAhead: number | undefined): INodeCredentialTestResult {
	const wrong = clockProblem(minutesAhead);
	return wrong === undefined ? fine : problem(`The login is right, but ${wrong}`);
}

const sentences = ({ message, advice }: Failure): string => `${message}. ${advice}`;

/** All time zones differ by multiples of it. */
const QUARTER_OF_AN_HOUR = 15;

/**
 * The sentence on a gateway's clock that is a quarter of an hour or more off; undefined for less. Scheduled
 * messages would leave at another time.
 */
export function clockProblem(minutesAhead = 0): string | undefined {
	const minutes = Math.abs(minutesAhead);
	if (minutes < QUARTER_OF_AN_HOUR) return undefined;
	const rounded = Math.round(minutes / QUARTER_OF_AN_HOUR) * QUARTER_OF_AN_HOUR;
	const difference = Duration.fromObject({ hours: 0, minutes: rounded }).rescale().toHuman();
	const direction = minutesAhead > 0 ? 'ahead of' : 'behind';
	return `the gateway's clock is ${difference} ${direction} 'Gateway Time Zone'. Choose the zone of the gateway, such as Africa/Johannesburg. If it is chosen, one of the clocks is wrong`;
}
