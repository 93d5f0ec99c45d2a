import type { IDataObject } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { launchChromium } from '../browser/chromium';
import { itemsOf } from '../../sandbox/execution';
import type { ExampleWorkflow } from '../../sandbox/examples';
import { projectFolder } from '../../sandbox/folders';
import { startPostgres } from '../../sandbox/postgres';
import { until } from '../../sandbox/until';
import { EVERY_MINUTE, importCampaign } from './campaignExample';
import { CampaignForms, csv, EVER } from './campaignForms';
import { withPostgres } from './postgres';
import { setUpStage, START } from './stage';
import { reply } from './triggers';
import { chain, node } from './workflows';

/** The parts of campaign-postgres.sql: the tables, and for each workflow the queries of its nodes. */
const [tables = '', ...queries] = readFileSync(
	path.join(projectFolder, 'examples/campaign-postgres.sql'),
	'utf8',
).split(/^-- (?=Campaign$|Campaign: Send$|Delivery Tracking$|Replies$)/m);

/** A Postgres node in the place of each Data Table node, as the file says. */
function withQueries(workflow: ExampleWorkflow, credential: string): void {
	const part = queries.find((text) => text.startsWith(`${workflow.name}\n`)) ?? '';
	for (const one of workflow.nodes) {
		if (one.parameters.resource !== 'row') continue;
		const [, once, parameters, query] =
			new RegExp(`^-- ${one.name}(, once)?: (.*)\n([^;]*)`, 'm').exec(part) ?? [];
		expect([one.name, query]).toEqual([one.name, expect.any(String)]);
		const options = parameters?.startsWith('=') ? { queryReplacement: parameters } : {};
		Object.assign(one, {
			...postgres(one.name, String(query), options, credential),
			...(once && { executeOnce: true }),
		});
	}
}

const postgres = (name: string, query: string, options: IDataObject, credential: string) =>
	node(
		name,
		'n8n-nodes-base.postgres',
		{ operation: 'executeQuery', query, options },
		{
			typeVersion: 2.6,
			credentials: { postgres: { id: credential, name: 'Tables' } },
		},
	);

withPostgres('the campaign with its tables in PostgreSQL', (programs) => {
	const stage = setUpStage();

	it('sends, stores replies with commas, quotes and nothing in them, and follows STOP', async () => {
		const settings = await startPostgres(programs);
		const credential = await stage.rest.createCredential('Tables', 'postgres', {
			host: settings.DB_POSTGRESDB_HOST,
			port: Number(settings.DB_POSTGRESDB_PORT),
			database: settings.DB_POSTGRESDB_DATABASE,
			user: settings.DB_POSTGRESDB_USER,
			password: settings.DB_POSTGRESDB_PASSWORD,
			ssl: 'disable',
		});
		const query = async (text: string): Promise<IDataObject[]> => {
			const workflow = chain([START, postgres('Query', text, {}, credential)]);
			const { data, status } = await stage.runWorkflow(workflow);
			expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
			return itemsOf(data, 'Query');
		};
		await query(tables);
		const campaign = await importCampaign(stage, 2, 'GB', (workflow) =>
			withQueries(workflow, credential),
		);
		const browser = await launchChromium();
		const forms = await CampaignForms.open(stage, browser);
		const people = ['Zoë; "Z"', "O'Brien, Pat", 'Stopped'].map(
			(name, index) => `"${name.replace(/"/g, '""')}";+44770090010${index}`,
		);
		const spring = { campaign: 'spring', text: 'Dear {name}, yes?', ...EVER };
		await forms.check(csv('name;phone', ...people, 'Nobody;12'), spring);
		await forms.decide('Start');
		expect(await forms.check(csv('name;phone', ...people), spring)).toContain('spring already');

		await stage.text('447700900102');
		await stage.rest.activate(campaign.replies.id);
		const texts = ['Yes, please', '"No", he said; $1', ' '];
		await reply(stage, { from: '447700900102', text: 'Stop' });
		await until(async () => (await query('select * from sms_replies')).length === 1);
		await campaign.sending.run(EVERY_MINUTE);
		await stage.simulator.fault('/credits.asp', { status: 503, body: 'Unavailable' }, 2);
		await campaign.sending.run(EVERY_MINUTE);
		for (const text of texts) await reply(stage, { from: '447700900100', text });
		await until(async () => (await query('select * from sms_replies')).length === 4);
		expect(
			(await query('select text from sms_replies order by id')).map(({ text }) => text),
		).toEqual(['Stop', ...texts]);
		await stage.simulator.post('clock', { advanceSeconds: 3600 });
		expect((await campaign.tracking.run('Every Five Minutes')).status).toBe('success');
		const rows = await query(
			'select r.name, r.result, m.status from sms_recipients r left join sms_messages m on m.reference = r.campaign || r.again and m.number = r.number order by r.id',
		);
		expect(rows).toEqual([
			{ name: 'Zoë; "Z"', result: 'ACCEPTED', status: 'DELIVERED' },
			{ name: "O'Brien, Pat", result: 'ACCEPTED', status: 'DELIVERED' },
			{ name: 'Stopped', result: 'OPTED_OUT', status: null },
			{ name: 'Nobody', result: 'BAD_DESTINATION', status: null },
		]);
		for (const choice of ['Pause', 'Go on', 'End', 'Send again to those in doubt']) {
			expect([choice, await forms.manage('spring', choice)]).toEqual([
				choice,
				expect.stringMatching(/Sent 2 delivered 2 .* replied 1 .* Not sent yet 0/),
			]);
		}
		expect(await forms.manage('spring', 'Delete')).toContain('spring is deleted');
		expect(await query('select * from sms_campaigns')).toEqual([]);
		await browser.close();
		for (const example of [campaign.forms, campaign.replies, campaign.tracking]) {
			expect(await example.failed()).toEqual([]);
		}
	}, 300_000);
});
