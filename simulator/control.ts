import type { FastifyInstance } from 'fastify';
import type { Account } from './accounts';
import { controlSchemas, type ControlBodies } from './controlSchemas';
import { addEventRoute } from './events';
import type { Gateway } from './gateway';
import { receiveReply, receiveShortCodeMessage, type Received } from './handset';
import { shownClock, shownMessage, shownOptOut, shownReceived, shownText } from './shown';

/** A control request for something that does not exist. */
class NoSuchThing extends Error {
	readonly statusCode = 404;
}

function accountWithLogin(gateway: Gateway, login: string): Account {
	const account = gateway.accounts.withLogin(login);
	if (!account) throw new NoSuchThing(`There is no account "${login}".`);
	return account;
}

/** Adds the control interface: JSON under /control, not part of the gateway; see README.md. */
export function addControlRoutes(app: FastifyInstance, gateway: Gateway): void {
	addEventRoute(app, gateway);
	addStateRoutes(app, gateway);
	addClockRoutes(app, gateway);
	addMessageRoutes(app, gateway);
	addHandsetRoutes(app, gateway);
	addFaultRoutes(app, gateway);
	addWebhookRoutes(app, gateway);
}

function addStateRoutes(app: FastifyInstance, gateway: Gateway): void {
	app.post<{ Body: ControlBodies['reset'] | null }>(
		'/reset',
		{ schema: { body: controlSchemas.reset } },
		async ({ body }) => {
			gateway.reset(body?.empty ? {} : undefined);
			return {};
		},
	);
	app.post<{ Body: ControlBodies['seed'] }>(
		'/seed',
		{ schema: { body: controlSchemas.seed } },
		async ({ body }) => {
			gateway.seed(body);
			return {};
		},
	);
	app.get('/accounts', async () => gateway.accounts.all());
	app.get('/requests', async () => gateway.requestLog.all());
	app.delete('/requests', async () => {
		gateway.requestLog.clear();
		return {};
	});
}

function addClockRoutes(app: FastifyInstance, gateway: Gateway): void {
	app.get('/clock', async () => shownClock(gateway.clock));
	app.post<{ Body: ControlBodies['clock'] }>(
		'/clock',
		{ schema: { body: controlSchemas.clock } },
		async ({ body: { set, advanceSeconds, speed } }) => {
			if (set !== undefined) gateway.clock.set(Date.parse(set));
			if (advanceSeconds !== undefined) gateway.clock.advance(advanceSeconds);
			if (speed !== undefined) gateway.clock.run(speed);
			return shownClock(gateway.clock);
		},
	);
}

function addMessageRoutes(app: FastifyInstance, gateway: Gateway): void {
	app.get('/messages', async () => {
		const now = gateway.clock.now();
		return gateway.messages.all().map((message) => shownMessage(message, now));
	});
	app.post<{ Params: { id: string }; Body: ControlBodies['status'] }>(
		'/messages/:id/status',
		{ schema: { body: controlSchemas.status } },
		async ({ params: { id }, body }) => {
			const message = gateway.messages.withId(id);
			if (!message) throw new NoSuchThing(`There is no message ${id}.`);
			const now = gateway.clock.now();
			message.forced = { ...body, at: now };
			return shownMessage(message, now);
		},
	);
}

function addHandsetRoutes(app: FastifyInstance, gateway: Gateway): void {
	app.post<{ Body: ControlBodies['reply'] }>(
		'/replies',
		{ schema: { body: controlSchemas.reply } },
		async ({ body: { from, text, login } }) => {
			const account = login === undefined ? undefined : accountWithLogin(gateway, login);
			const received = receiveReply(gateway, { from, text, account });
			if (!received) throw new NoSuchThing(`No message was sent to ${from}.`);
			return shownReceived(received);
		},
	);
	app.post<{ Body: ControlBodies['shortCodeMessage'] }>(
		'/short-code-messages',
		{ schema: { body: controlSchemas.shortCodeMessage } },
		async ({ body }) => {
			const account = gateway.accounts.withShortCode(body.shortCode);
			if (!account) throw new NoSuchThing(`No account has the short code ${body.shortCode}.`);
			const received: Received = receiveShortCodeMessage(gateway, account, body);
			return shownReceived(received);
		},
	);
	app.get('/received', async () => gateway.inbox.all().map(shownText));
	app.get('/opt-outs', async () => gateway.optOuts.all().map(shownOptOut));
	app.post<{ Body: ControlBodies['optOut'] }>(
		'/opt-outs',
		{ schema: { body: controlSchemas.optOut } },
		async ({ body: { login, number } }) => {
			const account = accountWithLogin(gateway, login);
			return { added: gateway.optOuts.addManually(account, number, gateway.clock.now()) };
		},
	);
}

function addFaultRoutes(app: FastifyInstance, gateway: Gateway): void {
	app.get('/faults', async () => gateway.faults.pending());
	app.post<{ Body: ControlBodies['faults'] }>(
		'/faults',
		{ schema: { body: controlSchemas.faults } },
		async ({ body }) => {
			gateway.faults.add(body);
			return gateway.faults.pending();
		},
	);
	app.delete('/faults', async () => {
		gateway.faults.clear();
		return {};
	});
}

function addWebhookRoutes(app: FastifyInstance, { replyWebhook }: Gateway): void {
	app.get('/webhooks', async () => replyWebhook.shown());
	app.post<{ Body: ControlBodies['webhooks'] }>(
		'/webhooks',
		{ schema: { body: controlSchemas.webhooks } },
		async ({ body }) => {
			replyWebhook.set(body.replies);
			return replyWebhook.shown();
		},
	);
}
