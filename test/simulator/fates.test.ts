import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OUTCOME_BY_ENDING } from '../../simulator/delivery';
import { REFUSED_NUMBERS } from '../../simulator/refusals';
import { DEMO, message, multiMessage, Service } from './service';

const service = new Service();
beforeEach(() => service.reset());

const send = (number: string, login = 'demo') =>
	service.get(`/batchmessage.asp?user=${login}&password=${login}&message=Hi&numbers=${number}`);

const statusAfter = async (seconds: number) => {
	await service.wait(seconds);
	return service.get(`/requestbatch.asp?${DEMO}&messageid=1000001;`);
};

describe('a number with a fate is refused whatever the account', () => {
	test.each([
		['27820009301', 'ACCOUNTLOCKED', 'ACCOUNTLOCKED'],
		['27820009302', 'TOOLONG', 'FAIL:TOOLONG'],
		['27820009303', 'BADDEST', 'FAIL:BADDEST'],
		['27820009304', 'TRIALNOT2SELF', 'FAIL:TRIALNOT2SELF'],
		['27820009305', 'OPTEDOUT', 'FAIL:OPTEDOUT'],
		['27820009306', 'INDUSTRYDNC', 'FAIL:INDUSTRYDNC'],
		['27820009307', 'INSUFFICIENT CREDITS', 'NOCREDITS'],
	])('%s: %s, %s over XML', async (number, value, code) => {
		expect(await send(number)).toBe(`${number}=${value}&`);
		expect(await send(number, 'sub')).toBe(`${number}=${value}&`);
		expect(
			await service.post('/xmlsendsmsmulti.asp', multiMessage(message('Hi', number))),
		).toContain(`<NumberID><Number>${number}</Number><ID>${code}</ID></NumberID>`);
		expect(await service.credits()).toBe('Credits=1000');
	});
});

describe('a number with a fate is accepted, and', () => {
	test('27820009000 is delivered', async () => {
		expect(await send('27820009000')).toBe('27820009000=1000001&');
		expect(await statusAfter(6)).toBe('1000001=DELIVERED;2026/11/20;08:00:06;0&');
	});

	test.each([
		['27820009100', 'SENT;2026/11/20;08:00:03;100'],
		['27820009105', 'SENT;2026/11/20;08:00:01;105'],
		['27820009101', 'SENDINGFAILED;2026/11/20;08:00:06;101'],
		['27820009212', 'SENDINGFAILED;2026/11/20;08:00:06;212'],
	])('%s has the status %s to the end', async (number, status) => {
		await send(number);
		expect(await statusAfter(86_400)).toBe(`1000001=${status}&`);
	});

	test('27820009600 is delivered slowly, ten minutes after it was sent', async () => {
		await send('27820009600');
		expect(await statusAfter(600)).toBe('1000001=SENT;2026/11/20;08:00:03;100&');
		expect(await statusAfter(60)).toBe('1000001=DELIVERED;2026/11/20;08:10:03;0&');
	});
});

test('the README lists every number with a fate', () => {
	const readme = readFileSync(path.join(__dirname, '../../simulator/README.md'), 'utf8');
	const [, section = ''] = readme.split('## Numbers with a fate');
	const [table = ''] = section.split('The last four digits');
	const listed = [...table.matchAll(/^\| `([0-9]+)`/gm)].map(([, number]) => number);
	const endings = Object.keys(OUTCOME_BY_ENDING).map((ending) => ending.slice(-4));
	const known = ['9000', ...endings].map((ending) => `2782000${ending}`);
	expect(listed.sort()).toEqual([...known, ...REFUSED_NUMBERS.keys()].sort());
});
