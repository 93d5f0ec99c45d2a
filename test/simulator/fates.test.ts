import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OUTCOME_BY_ENDING } from '../../simulator/delivery';
import { REFUSED_NUMBERS } from '../../simulator/refusals';
import { freshService, message, multiMessage } from './service';

const service = freshService();

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
		expect(await service.send(number)).toBe(`${number}=${value}&`);
		expect(await service.send(number, '', 'sub')).toBe(`${number}=${value}&`);
		expect(
			await service.post('/xmlsendsmsmulti.asp', multiMessage(message('Hi', number))),
		).toContain(`<NumberID><Number>${number}</Number><ID>${code}</ID></NumberID>`);
		expect(await service.credits()).toBe('Credits=1000');
	});
});

describe('a number with a fate is accepted, and ends', () => {
	test.each([
		['9000', 'DELIVERED;2026/11/20;08:00:06;0'],
		['9100', 'SENT;2026/11/20;08:00:03;100'],
		['9105', 'SENT;2026/11/20;08:00:01;105'],
		['9106', 'SENT;2026/11/20;08:00:06;106'],
		['9101', 'SENDINGFAILED;2026/11/20;08:00:06;101'],
		['9102', 'SENDINGFAILED;2026/11/20;08:00:06;102'],
		['9103', 'SENDINGFAILED;2026/11/20;08:00:06;103'],
		['9107', 'SENDINGFAILED;2026/11/20;08:00:06;107'],
		['9111', 'SENDINGFAILED;2026/11/20;08:00:06;111'],
		['9201', 'SENDINGFAILED;2026/11/20;08:00:06;201'],
		['9202', 'SENDINGFAILED;2026/11/20;08:00:06;202'],
		['9211', 'SENDINGFAILED;2026/11/20;08:00:06;211'],
		['9212', 'SENDINGFAILED;2026/11/20;08:00:06;212'],
		['9213', 'SENDINGFAILED;2026/11/20;08:00:06;213'],
		['9214', 'SENDINGFAILED;2026/11/20;08:00:06;214'],
	])('%s as %s', async (ending, status) => {
		await service.send(`2782000${ending};44770090${ending}`);
		await service.wait(86_400);
		expect(await service.status('1000001;1000002;')).toBe(`1000001=${status}&1000002=${status}&`);
	});

	test('9600 as DELIVERED, ten minutes after it was sent', async () => {
		await service.send('27820009600');
		await service.wait(600);
		expect(await service.status('1000001;')).toBe('1000001=SENT;2026/11/20;08:00:03;100&');
		await service.wait(60);
		expect(await service.status('1000001;')).toBe('1000001=DELIVERED;2026/11/20;08:10:03;0&');
	});
});

test('the README lists every number with a fate', () => {
	const readme = readFileSync(path.join(__dirname, '../../simulator/README.md'), 'utf8');
	const [, section = ''] = readme.split('## Numbers with a fate');
	const [, , table = ''] = section.split('\n\n');
	const listed = [...table.matchAll(/^\| `([0-9]+)`/gm)].map(([, number]) => number);
	const endings = Object.keys(OUTCOME_BY_ENDING).map((ending) => ending.slice(-4));
	const known = ['9000', ...endings].map((ending) => `2782000${ending}`);
	expect(listed.sort()).toEqual([...known, ...REFUSED_NUMBERS.keys()].sort());
});
