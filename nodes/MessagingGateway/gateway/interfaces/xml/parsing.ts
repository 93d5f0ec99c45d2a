import { XMLParser } from 'fast-xml-parser';
import { decodeEntities } from '../../exchange/entities';

/** An element of a parsed document: its text, or its children by name. */
export type XmlNode = string | XmlElement;
export interface XmlElement {
	[name: string]: XmlNode | XmlNode[] | undefined;
}

export interface XmlDocument {
	/** Name of the root element, without namespace prefix. */
	root: string;
	content: XmlNode;
}

const parser = new XMLParser({
	ignoreAttributes: true,
	ignoreDeclaration: true,
	ignorePiTags: true,
	removeNSPrefix: true,
	// Values are text: an ID may be too large for a double, and a message keeps its spaces.
	parseTagValue: false,
	trimValues: false,
	// Documents with a DOCTYPE are refused. If one is missed, its entities are not kept either.
	processEntities: {
		maxEntityCount: 1,
		maxEntitySize: 1,
		maxExpansionDepth: 1,
		maxTotalExpansions: 1,
		maxExpandedLength: 1,
	},
	entityDecoder: {
		decode: decodeEntities,
		addInputEntities: () => undefined,
		setExternalEntities: () => undefined,
		setXmlVersion: () => undefined,
		reset: () => undefined,
	},
});

/**
 * Parses an answer of the XML interface tolerantly: unknown entities and single ampersands stay text,
 * and a document that ends early is read up to the last complete `record` element in it.
 *
 * @returns `null` if it is not an XML document, or has a DOCTYPE, which no gateway sends
 */
export function parseXml(body: string, record: string): XmlDocument | null {
	if (hasDoctype(body)) return null;
	try {
		const parsed: XmlElement = parser.parse(wholeRecords(body, record));
		const roots = Object.entries(parsed).filter(([name]) => name !== '#text');
		const [root, content] = roots.find(([name]) => name.startsWith('XMLGateway')) ?? roots[0] ?? [];
		return root === undefined || content === undefined || Array.isArray(content)
			? null
			: { root, content };
	} catch {
		return null;
	}
}

/** Sections in which a DOCTYPE is only text: their start and end. */
const SECTION_ENDS: Record<string, string> = { '<!--': '-->', '<![CDATA[': ']]>' };

/** Whether there is a DOCTYPE outside comments and CDATA sections. */
function hasDoctype(body: string): boolean {
	const marks = /<!--|<!\[CDATA\[|<!DOCTYPE/gi;
	const endless = new Set<string>();
	for (let mark = marks.exec(body); mark; mark = marks.exec(body)) {
		const closing = SECTION_ENDS[mark[0].toUpperCase()];
		if (closing === undefined) return true;
		// A missing end is searched for once only: many such sections would take quadratic time.
		const end = endless.has(closing) ? -1 : body.indexOf(closing, marks.lastIndex);
		if (end < 0) endless.add(closing);
		else marks.lastIndex = end + closing.length;
	}
	return false;
}

/** The document without an incomplete record at its end. */
function wholeRecords(body: string, record: string): string {
	const root = /<([A-Za-z_][\w.:-]*)/.exec(body)?.[1];
	const ending = /^<\/([\w.:-]+)\s*>\s*$/.exec(body.slice(body.lastIndexOf('</')))?.[1];
	if (root === undefined || ending === root) return body;
	const end = `</${record}>`;
	const last = body.lastIndexOf(end);
	if (last >= 0) return body.slice(0, last + end.length);
	const half = body.indexOf(`<${record}`);
	return half < 0 ? body : body.slice(0, half);
}

/** The children with that name: none, one or many. */
export function children(node: XmlNode | undefined, name: string): XmlNode[] {
	if (node === undefined || typeof node === 'string') return [];
	const found = node[name];
	if (found === undefined) return [];
	return Array.isArray(found) ? found : [found];
}

/** The text of the first child with that name, or of the node itself; '' if there is none. */
export function text(node: XmlNode | undefined, name?: string): string {
	const [found] = name === undefined ? [node] : children(node, name);
	if (found === undefined) return '';
	return typeof found === 'string' ? found : text(found, '#text');
}
