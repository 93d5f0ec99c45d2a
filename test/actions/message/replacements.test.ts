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

	it.each([
		['Your parcel is here 🙂', 'Your parcel is here'],
		['👋 Hi 🙂 there', 'Hi there'],
		['Hi🙂there', 'Hi there'],
		['Thanks 🙏🏽!', 'Thanks!'],
		['First 🎉 🎉\nsecond', 'First\nsecond'],
		// With joiners, flags, tags, keycaps and variation selectors.
		['The 👨‍👩‍👧‍👦 of ❤️‍🔥', 'The of'],
		['🇿🇦 won, 🏴󠁧󠁢󠁥󠁮󠁧󠁿 lost', 'won, lost'],
		['1️⃣ Pay 2️⃣ Go ☎️ 112', '1 Pay 2 Go 112'],
		['(🙂) © 2026™', '() (C) 2026(TM)'],
		['🙂 👍', ''],
	])('leaves the emoji of %s out, and closes the blanks: %j', (text, plain) => {
		expect(replaceUnsupported(text).text).toBe(plain);
	});

	it.each(['é ü ñ ß ø æ å Ç', '@£$¥ΔΦ^{}\\[~]|€', '日本 й ά हिन्दी'])('leaves %s alone', (text) => {
		expect(replaceUnsupported(text)).toEqual({ text, replaced: [] });
	});

	it('names what it replaced, each once', () => {
		expect(replaceUnsupported('Zoë, “Zoë” 👍🏽 👍').replaced).toEqual(['ë', '“', '”', '👍']);
	});
});
