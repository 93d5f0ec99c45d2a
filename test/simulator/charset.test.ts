import { message, multiMessage, NUMBER, Service } from './service';

test.each([
	['its content type', { 'content-type': 'text/xml; charset=iso-8859-1' }, ''],
	['its declaration', {}, '<?xml version="1.0" encoding="iso-8859-1"?>'],
])('a request is read in the charset of %s', async (_, headers, declaration) => {
	const service = new Service();
	const body = Buffer.from(declaration + multiMessage(message('ü', NUMBER)), 'latin1');
	await service.request('/xmlsendsmsmulti.asp', { method: 'POST', body, headers });
	expect(await service.messages()).toMatchObject([{ text: 'ü' }]);
});
