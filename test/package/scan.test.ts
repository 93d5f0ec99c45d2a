import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const dist = path.join(__dirname, '../../dist');
const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.js'))
	.map((file) => readFileSync(path.join(dist, file), 'utf8'));

/** What scanners take for malicious code, GuardDog's rules in n8n's scan first, each with an example. */
const suspicious: Array<[name: string, pattern: RegExp, example: string]> = [
	[
		'long runs of escapes',
		/(\\x[\da-f]{2}|\\u[\da-f]{4}|\\[0-7]{3}){10}/i,
		String.raw`\x65\u0076`.repeat(5),
	],
	[
		'invisible characters',
		/(?![\t\n])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
		'a\u200Bb',
	],
	[
		'words in two alphabets',
		/[a-z][\p{sc=Greek}\p{sc=Cyrillic}]|[\p{sc=Greek}\p{sc=Cyrillic}][a-z]/iu,
		'p\u0430ypal',
	],
	['runs of spaces', / {200}/, ' '.repeat(400)],
	['very long lines', /.{1000}/, 'a'.repeat(1000)],
	['names of an obfuscator', /_0x[\da-f]{4}/i, 'const _0x3fa2 = 1;'],
	['hexadecimal arrays', /\[\s*(0x[\da-f]+\s*,\s*){2}0x/i, '[0x65, 0x76, 0x61]'],
	[
		'texts from codes',
		/from(CharCode|CodePoint)\(\s*(\d\w*\s*,\s*){2}/,
		'fromCharCode(101, 118, 97)',
	],
	['code in texts', /\beval\b|\bFunction\s*\(/, "new Function('return 1')"],
	['decoders of Base64', /\batob\b|\bfrom\([^)]*['"`]base64/, "Buffer.from(text, 'base64')"],
	['texts in Base64', /['"`][A-Za-z\d+/]{100}/, `'${'QUJD'.repeat(25)}'`],
	['other programs', /child_process|\bexecSync\b|\bspawn\b/, "require('node:child_process')"],
	['environment variables', /process\s*(\.|\?\.|\[\s*['"`])\s*env/, 'process.env.TOKEN'],
	['files', /['"`](node:)?fs(\/promises)?['"`]/, "require('fs')"],
	['a console put out', /\bconsole\b\s*(\.\w+\s*)?=/, 'console.log = () => {};'],
	['addresses by number', /https?:\/\/\d+\.\d+\.\d+\.\d+/, 'http://203.0.113.7/'],
];

it.each(suspicious)('the package has no %s', (_, pattern, example) => {
	expect(example).toMatch(pattern);
	expect(scripts.length).toBeGreaterThan(1);
	for (const script of scripts) expect(pattern.exec(script)?.[0]).toBeUndefined();
});
