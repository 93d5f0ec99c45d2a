import { replaceUnsupported } from '../../../nodes/MessagingGateway/actions/message/replacements';

describe('replacing what GSM 7-bit lacks', () => {
	it.each([
		['“It’s” – 5\u00A0€ — now…', '"It\'s" - 5 € - now...'],
		['Zoë sê môre', 'Zoe se more'],
		['ŉ Boek, façade, naïve, São João', "'n Boek, facade, naive, Sao Joao"],
		['Łódź, Đorđe, Çağrı, œuvre, Ŋ', 'Lodz, Dorde, Çagri, oeuvre, N'],
		['Ƙarƙashin ɗan Ɔkɔ', 'Karkashin dan Oko'],
		['1½ tablets, 1¼–2¾, 10², 10²³ m³', '1 1/2 tablets, 1 1/4-2 3/4, 10², 10²³ m3'],
		['Ver\u00ADsand', 'Versand'],
		['ﬁne ½ m² №５ 𝐁𝐨𝐥𝐝', 'fine 1/2 m2 No5 Bold'],
		['e\u0301 e\u030C', 'é e'],
	])('writes %s as %s', (text, plain) => {
		expect(replaceUnsupported(text).text).toBe(plain);
	});

	it.each(['é ü ñ ß ø æ å Ç', '@£$¥ΔΦ^{}\\[~]|€', '日本 й ά 😀 हिन्दी'])(
		'leaves %s alone',
		(text) => {
			expect(replaceUnsupported(text)).toEqual({ text, replaced: [] });
		},
	);

	it('names what it replaced, each once', () => {
		expect(replaceUnsupported('Zoë, “Zoë” 😀').replaced).toEqual(['ë', '“', '”']);
	});
});
