import { readFileSync } from 'node:fs';
import path from 'node:path';
import tsJest from 'ts-jest';

const texts = JSON.parse(readFileSync(path.join(process.env.MUTANTS, 'texts.json'), 'utf8'));

/** Compiles a file as the unit tests do, but with its mutants. */
export default {
	createTransformer(options) {
		const transformer = tsJest.default.createTransformer(options);
		return {
			process: (text, file, rest) => transformer.process(texts[file] ?? text, file, rest),
		};
	},
};
