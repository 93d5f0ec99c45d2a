import { credentialsOnly, DEMO, message, multiMessage, Service } from './service';

const receive = async (service: Service, text: string) => {
	await service.get(`/batchmessage.asp?${DEMO}&message=Hi&numbers=27821110001`);
	await service.control('POST', '/replies', { from: '27821110001', text });
};

const answered = async (service: Service) => {
	const body = credentialsOnly('Svc_Replies');
	const answer = await service.request('/xmlgetreplies.asp', { method: 'POST', body });
	return { type: answer.headers.get('content-type'), text: await bytesOf(answer) };
};

/** The bytes of an answer, each as the character with its number. */
const bytesOf = async (answer: Response) =>
	Buffer.from(await answer.arrayBuffer()).toString('latin1');

test('an answer in Windows-1252 says so in its header and its declaration', async () => {
	const service = new Service({ charset: 'windows-1252' });
	await receive(service, 'ü€я');
	const { type, text } = await answered(service);
	expect(type).toBe('text/xml; charset=windows-1252');
	expect(text).toContain('<?xml version="1.0" encoding="windows-1252"?>');
	expect(text).toContain('<Message>\xfc\x80&#1103;</Message>');
});

test('an answer in ISO 8859-1 writes a character without a byte as a reference', async () => {
	const service = new Service({ charset: 'iso-8859-1' });
	await receive(service, 'ü€');
	expect((await answered(service)).text).toContain('<Message>\xfc&#8364;</Message>');
});

test('the query interface writes a question mark instead', async () => {
	const service = new Service({ charset: 'iso-8859-15' });
	await receive(service, '€я');
	const answer = await service.request(`/httpgetreplies.asp?${DEMO}`);
	expect(await bytesOf(answer)).toContain('Message=\xa4?;');
});

test.each([
	['its content type', { 'content-type': 'text/xml; charset=iso-8859-1' }, ''],
	['its declaration', {}, '<?xml version="1.0" encoding="iso-8859-1"?>'],
])('a request is read in the charset of %s', async (_, headers, declaration) => {
	const service = new Service();
	const body = Buffer.from(declaration + multiMessage(message('ü', '27821110001')), 'latin1');
	await service.request('/xmlsendsmsmulti.asp', { method: 'POST', body, headers });
	expect(await service.control('GET', '/messages')).toEqual([
		expect.objectContaining({ text: 'ü' }),
	]);
});
