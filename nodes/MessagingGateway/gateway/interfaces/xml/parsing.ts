import { XMLParser } from 'fast-xml-parser';

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
	// Values are text: an ID may outgrow a double, and a message keeps its spaces.
	parseTagValue: false,
	trimValues: false,
	htmlEntities: true,
	// Only the entities of a DOCTYPE can explode, and documents with one are refused.
	processEntities: { maxTotalExpansions: Infinity, maxExpandedLength: Infinity },
});

/**
 * Parses an answer of the XML interface, forgivingly: unknown entities and single ampersands stay
 * text, and a document that ends early is read up to the last whole `record` element in it.
 *
 * @returns `null` for what is no XML document, or one with a DOCTYPE, which no gateway sends
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

/** Whether a DOCTYPE stands before the root element; after it, it is somebody's text. */
function hasDoctype(body: string): boolean {
	const [first = ''] = /<!DOCTYPE|<[A-Za-z_]/i.exec(body) ?? [];
	return first.length > '<a'.length;
}

/** The document without the half record that it may end in. */
function wholeRecords(body: string, record: string): string {
	const root = /<([A-Za-z_][\w.:-]*)/.exec(body)?.[1];
	if (root === undefined || new RegExp(`</${root}\\s*>\\s*$`).test(body)) return body;
	const end = `</${record}>`;
	const last = body.lastIndexOf(end);
	if (last >= 0) return body.slice(0, last + end.length);
	const half = body.indexOf(`<${record}`);
	return half < 0 ? body : body.slice(0, half);
}

/** The children of that name: none, one or many. */
export function children(node: XmlNode | undefined, name: string): XmlNode[] {
	if (node === undefined || typeof node === 'string') return [];
	const found = node[name];
	if (found === undefined) return [];
	return Array.isArray(found) ? found : [found];
}

/** The text of the first child of that name, or of the node itself; '' where there is none. */
export function text(node: XmlNode | undefined, name?: string): string {
	const [found] = name === undefined ? [node] : children(node, name);
	if (found === undefined) return '';
	return typeof found === 'string' ? found : text(found, '#text');
}
