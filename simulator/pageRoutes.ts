import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const FOLDER = path.join(__dirname, 'page');

const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};

/** The page shows texts that others wrote, so only its own files may be loaded or run. */
const CONTENT_SECURITY_POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Adds the web page at the root, from the files in `page/`. */
export function addPageRoutes(app: FastifyInstance): void {
	for (const name of readdirSync(FOLDER)) {
		const file = path.join(FOLDER, name);
		const url = name === 'index.html' ? '/' : `/page/${name}`;
		app.get(url, async (_request, reply) =>
			reply
				.type(TYPES[path.extname(name)] ?? 'application/octet-stream')
				.headers({
					'cache-control': 'no-store',
					'content-security-policy': CONTENT_SECURITY_POLICY,
				})
				.send(await readFile(file)),
		);
	}
}
