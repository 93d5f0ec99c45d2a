import type { Account } from '../accounts';
import type { Handled } from '../exchange';
import type { Gateway } from '../gateway';
import { MASK } from '../requestLog';
import { followsSequence, NotWellFormed, readDocument, textOf, type XmlElement } from './document';
import { NOT_VALID, WRONG_CREDENTIALS, type XmlError, type XmlOperation } from './operation';
import { branch, leaf } from './writing';
import { xmldeletescheduled } from './xmldeletescheduled';
import { xmlgetreplies } from './xmlgetreplies';
import { xmlgetscmessages } from './xmlgetscmessages';
import { xmlgetstatus } from './xmlgetstatus';
import { xmlsendsmsmulti } from './xmlsendsmsmulti';

export const xmlOperations: readonly XmlOperation[] = [
	xmlsendsmsmulti,
	xmlgetstatus,
	xmldeletescheduled,
	xmlgetreplies,
	xmlgetscmessages,
];

/** Reads a request body; undefined when it is not well-formed. */
export function readBody(body: string): XmlElement | undefined {
	try {
		return readDocument(body);
	} catch (error) {
		if (error instanceof NotWellFormed) return undefined;
		throw error;
	}
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

/** Does the work of one POST call and writes its answer. */
export function handleXml(
	gateway: Gateway,
	operation: XmlOperation,
	root: XmlElement | undefined,
): Handled {
	const account = root && authenticate(gateway, root);
	const errors = errorsIn(gateway, operation, root, account);
	const children =
		root && account && errors.length === 0
			? operation.answer(gateway, account, root)
			: errors.map((error) => leaf('Error', error));
	return {
		accountId: account?.id ?? null,
		text: DECLARATION + branch(operation.responseRoot, children),
	};
}

function authenticate(gateway: Gateway, root: XmlElement): Account | undefined {
	return gateway.accounts.authenticate(textOf(root, 'User') ?? '', textOf(root, 'Password') ?? '');
}

/** A document that is not valid gives one Error; otherwise there may be several (protocol, "Errors"). */
function errorsIn(
	{ settings }: Gateway,
	operation: XmlOperation,
	root: XmlElement | undefined,
	account: Account | undefined,
): readonly XmlError[] {
	const expectedRoot = `${settings.prefix}_${operation.requestRoot}`;
	if (root?.name !== expectedRoot || !followsSequence(root, operation.children)) {
		return [NOT_VALID];
	}
	const errors = operation.errors(root);
	if (errors.includes(NOT_VALID)) return [NOT_VALID];
	return account ? errors : [WRONG_CREDENTIALS, ...errors];
}

const CREDENTIALS = ['User', 'Password'];

type PlainElement = string | { [name: string]: PlainElement[] };

/** The body as the request log shows it: `{ Root: [{ User: ['***'], … }] }`. */
export function maskedBody(body: string): unknown {
	const root = readBody(body);
	if (root) return { [root.name]: [plain(root)] };
	return body.replace(/(<(User|Password)\b[^>]*>)[^]*?(?:<\/\2\s*>|$)/g, `$1${MASK}</$2>`);
}

function plain({ children, text }: XmlElement): PlainElement {
	if (children.length === 0) return text;
	const byName: { [name: string]: PlainElement[] } = {};
	for (const child of children) {
		const shown = CREDENTIALS.includes(child.name) ? MASK : plain(child);
		(byName[child.name] ??= []).push(shown);
	}
	return byName;
}
