import type { Charset } from '../../simulator/charset';
import { credentialsOnly, DEMO, message, multiMessage, NUMBER, Service } from './service';

/** A simulator that answers in a charset, with a reply to return. */
async function replied(charset: Charset, text: string): Promise<Service> {
	const service = new Service({ charset });
	await service.send();
	await service.reply(text);
	return service;
}

/** The bytes of an answer, each as the character with its number. */
const bytesOf = async (answer: Response) =>
	Buffer.from(await answer.arrayBuffer()).toString('latin1');

test.each<[Charset, string]>([
	['windows-1252', '\xfc\x80&#1103;'],
	['iso-8859-1', '\xfc&#8364;&#1103;'],
])('XML in %s says so, and has references for what it has no byte for', async (charset, bytes) => {
	const service = await replied(charset, 'ü€я');
	const body = credentialsOnly('Svc_Replies');
	const answer = await service.request('/xmlgetreplies.asp', { method: 'POST', body });
	expect(answer.headers.get('content-type')).toBe(`text/xml; charset=${charset}`);
	const text = await bytesOf(answer);
	expect(text).toContain(`<?xml version="1.0" encoding="${charset}"?>`);
	expect(text).toContain(`<Message>${bytes}</Message>`);
});

test('the query interface writes a question mark instead', async () => {
	const service = await replied('iso-8859-15', '€я');
	const answer = await service.request(`/httpgetreplies.asp?${DEMO}`);
	expect(await bytesOf(answer)).toContain('Message=\xa4?;');
});

test.each([
	['its content type', { 'content-type': 'text/xml; charset=iso-8859-1' }, ''],
	['its declaration', {}, '<?xml version="1.0" encoding="iso-8859-1"?>'],
])('a request is read in the charset of %s', async (_, headers, declaration) => {
	const service = new Service();
	const body = Buffer.from(declaration + multiMessage(message('ü', NUMBER)), 'latin1');
	await service.request('/xmlsendsmsmulti.asp', { method: 'POST', body, headers });
	expect(await service.messages()).toMatchObject([{ text: 'ü' }]);
});
