import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../sandbox/until';
import { Feeder } from './feeder';
import { Relay } from './relay';
import { setUpStage } from './stage';
import { askedAgain, textedNumbers, watch, type Harvest } from './triggers';

/** How often n8n is killed. Each time takes about 13 seconds; docs/reliability.md counts 20. */
const KILLS = Number(process.env.MESSAGING_GATEWAY_KILLS ?? 8);
/** n8n is killed up to so long after a poll began: before, during and after its saving of anything. */
const LATEST_MILLISECONDS = 150;
const MOVING_MESSAGES = 5;
/** Every second poll asks for replies before it asks for statuses; the poll before it was a second ago. */
const REST_OF_POLL = 500;
const REPLIES = '/xmlgetreplies.asp';
const STATUSES = '/xmlgetstatus.asp';

const stage = setUpStage();
let relay: Relay;
beforeAll(async () => {
	relay = await Relay.start(stage.simulator.address);
});
afterAll(() => relay?.stop());

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

it(
	`${KILLS} kills in mid-poll lose no status change, and no reply but of the answer in flight`,
	async () => {
		const numbers = await textedNumbers(stage, 100);
		const sent = (await stage.simulator.messages()).map(({ id }) => id);
		// Their statuses stand still until they are set.
		await stage.simulator.post('clock', { speed: 0 });
		/** One comes to its end in each poll that is killed, the others go on changing. */
		const delivered = sent.slice(0, KILLS);
		const moving = sent.slice(KILLS, KILLS + MOVING_MESSAGES);
		for (const id of [...delivered, ...moving]) await setStatus(id, 'NOTFOUND', -1);
		const harvest = await watch(stage, {
			parameters: {
				events: ['reply', 'statusChange'],
				messageIds: [...delivered, ...moving].join(','),
			},
			login: { baseUrl: relay.address },
			secondsBetweenPolls: 1,
		});
		const feeder = new Feeder(stage.simulator, { numbers, messages: moving });
		/** When the polls that were killed began. */
		const killed: number[] = [];
		for (const [index, id] of delivered.entries()) {
			await askedAgain(stage, REPLIES, 2);
			await harvest.gather();
			await setStatus(id, 'DELIVERED', 0);
			await relay.nextRequest(STATUSES);
			killed.push(Date.now());
			const moment = Math.round((index * LATEST_MILLISECONDS) / KILLS);
			await wait(moment);
			await stage.n8n.process.kill();
			say(
				`kill ${index + 1} of ${KILLS}, ${moment} ms into a poll, ${feeder.texts.length} replies`,
			);
			await stage.restart();
		}
		await feeder.stop();
		await askedAgain(stage, REPLIES, 3);
		await until(async () => {
			await harvest.gather();
			const last = feeder.texts.at(-1);
			return harvest.stored().some(({ text }) => text === last);
		});
		await harvest.gather();

		const replies = countReplies(harvest, feeder.texts, killed);
		const changes = countChanges(harvest, delivered, feeder.codes);
		const { crashed } = changes;
		say(
			[
				'',
				`n8n killed                           ${KILLS}`,
				`replies texted                       ${feeder.texts.length}`,
				`  arrived                            ${replies.arrived}`,
				`  arrived twice                      ${replies.twice.length}`,
				`  lost, in answers in flight         ${replies.lostInFlight.length}`,
				`  lost otherwise                     ${replies.lostOtherwise.length}`,
				`last status changes                  ${KILLS + MOVING_MESSAGES}`,
				`  lost                               ${changes.lost.length}`,
				`changes emitted again, marked        ${changes.repeated}`,
				`changes emitted again, not marked    ${changes.twice.length}`,
				`executions that n8n shows as crashed ${crashed}`,
				'',
			].join('\n'),
		);
		expect(replies.twice).toEqual([]);
		expect(replies.lostOtherwise).toEqual([]);
		expect(changes.lost).toEqual([]);
		expect(changes.twice).toEqual([]);
	},
	120_000 + KILLS * 60_000,
);

const setStatus = async (id: string, status: string, code: number): Promise<void> => {
	await stage.simulator.post(`messages/${id}/status`, { status, code });
};

function countReplies(harvest: Harvest, texts: string[], killed: number[]) {
	const counts = new Map<unknown, number>();
	for (const { event, text } of harvest.stored()) {
		if (event === 'reply') counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	// What the gateway had returned to polls that were killed: n8n needs seconds to start again.
	const inFlight = relay.answers.filter(
		({ path, requestedAt }) =>
			path === REPLIES &&
			killed.some((at) => requestedAt >= at - REST_OF_POLL && requestedAt < at + 1_000),
	);
	const lost = texts.filter((text) => !counts.has(text));
	const isInFlight = (text: string) =>
		inFlight.some(({ body }) => body.includes(`<Message>${text}</Message>`));
	return {
		arrived: counts.size,
		twice: texts.filter((text) => (counts.get(text) ?? 0) > 1),
		lostInFlight: lost.filter(isInFlight),
		lostOtherwise: lost.filter((text) => !isInFlight(text)),
	};
}

function countChanges(harvest: Harvest, delivered: string[], codes: Map<string, number>) {
	const name = ({ messageId, statusCode }: IDataObject) => `${messageId}: ${statusCode}`;
	const changes = harvest.stored().filter(({ event }) => event === 'statusChange');
	const all = new Set(changes.map(name));
	const expected = [
		...delivered.map((id) => `${id}: 0`),
		...[...codes].map(([id, code]) => `${id}: ${code}`),
	];
	const unmarked = changes.filter(({ repeated }) => repeated !== true).map(name);
	return {
		lost: expected.filter((change) => !all.has(change)),
		repeated: changes.length - unmarked.length,
		twice: unmarked.filter((change, index) => unmarked.indexOf(change) !== index),
		crashed: harvest.executions().filter(({ status }) => status === 'crashed').length,
	};
}
