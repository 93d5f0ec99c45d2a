import { n8n1, n8n2 } from '../../sandbox/releases';
import { PAGES, readPage } from './pages';

it('README.md names the tested n8n, newest first, each with its Node.js', () => {
	const rows = [...readPage('README.md').matchAll(/^\| (\d+\.\d+\.\d+) \| (\d+) \|/gm)];
	expect(rows.map(([, version, node]) => `${version} on ${node}`)).toEqual(
		[n8n2, n8n1].map(({ version, minimumNode }) => `${version} on ${minimumNode}`),
	);
});

it('no other page names them', () => {
	const pages = PAGES.filter((page) => page !== 'README.md' && page !== 'CHANGELOG.md');
	const named = pages.flatMap((page) =>
		[n8n1.version, n8n2.version].flatMap((version) =>
			readPage(page).includes(version) ? `${page}: ${version}` : [],
		),
	);
	expect(named).toEqual([]);
});
