import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import type { Exchange } from '../gateway/exchange/exchange';
import type { Failure } from '../gateway/exchange/failures';
import { xml } from '../gateway/interfaces/xml/xml';
import { checkLogin } from '../gateway/operations/account';
import { getStatus } from '../gateway/operations/getStatus';
import { connectForTest } from './transport';

/** An ID that no message has. Asking for its status changes nothing. */
const NO_MESSAGE = { messageId: '0', reference: null };

const fine: INodeCredentialTestResult = { status: 'OK', message: 'Connection successful' };

const problem = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/**
 * Tests a credential. It distinguishes a wrong login, a locked account, an address that is not a
 * gateway's, a host that cannot be reached, and a wrong Element Prefix, which only the XML interface notices.
 */
export async function messagingGatewayApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const exchange = impatient(connectForTest(this, credential.data ?? {}));
	const login = await checkLogin(exchange);
	if (!login.ok) return problem(sentences(login.failure));
	if (login.value === 'FAIL')
		return problem('The gateway did not accept the login name or password');
	if (login.value === 'ACCOUNT_LOCKED') {
		return problem('The login is right, but the gateway account is locked');
	}
	const { failure } = await getStatus(exchange, [NO_MESSAGE], xml.getStatus);
	if (!failure) return fine;
	// Login and password are right, so the XML interface did not find the element that holds them.
	const isPrefix = failure.kind === 'requestRefused' || failure.kind === 'wrongLogin';
	if (!isPrefix)
		return problem(
			`The login is right, but the XML interface cannot be used. ${sentences(failure)}`,
		);
	return problem(
		"The login is right, but the XML interface does not know the 'Element Prefix'. Ask the gateway provider for it",
	);
}

/** Somebody is waiting for the result in front of the screen. */
const LONGEST_WAIT = 10_000;

const impatient =
	(exchange: Exchange): Exchange =>
	async (request, timeout) =>
		await exchange(request, Math.min(timeout, LONGEST_WAIT));

const sentences = ({ message, advice }: Failure): string => `${message}. ${advice}`;
