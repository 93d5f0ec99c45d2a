import ts from 'typescript';

/** A small error that somebody might make. */
export interface Mutation {
	kind: string;
	/** What is replaced, as offsets in the text of the file. */
	start: number;
	end: number;
	/** What stands there instead. */
	becomes: string;
	/** What it is to the language; an element may become nothing. */
	form: 'expression' | 'statement' | 'element' | 'key';
}

const OPERATORS: Record<string, string> = {
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'===': '!==',
	'!==': '===',
	'&&': '||',
	'||': '&&',
	'+': '-',
	'-': '+',
	'*': '/',
	'/': '*',
	'+=': '-=',
	'-=': '+=',
};

const METHODS = new Map([
	['min', 'max'],
	['max', 'min'],
	['floor', 'ceil'],
	['ceil', 'floor'],
	['some', 'every'],
	['every', 'some'],
	['startsWith', 'endsWith'],
	['endsWith', 'startsWith'],
]);

/** Methods whose result may be forgotten to be asked for. */
const LEFT_OUT =
	/^(filter|slice|trim|sort|toSorted|reverse|flat|replace|replaceAll|to(Low|Upp)erCase)$/;

/** The mutations of a file. */
export function mutationsOf(source: ts.SourceFile): Mutation[] {
	const found: Mutation[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		for (const [kind, becomes, part = node, form = 'expression'] of changesOf(node, source)) {
			found.push({ kind, start: part.getStart(source), end: part.end, becomes, form });
		}
		ts.forEachChild(node, visit);
	};
	ts.forEachChild(source, visit);
	return found;
}

type Change = [kind: string, becomes: string, part?: ts.Node, form?: Mutation['form']];

function changesOf(node: ts.Node, source: ts.SourceFile): Change[] {
	const textOf = (part: ts.Node): string => part.getText(source);
	if (ts.isExpressionStatement(node) || ts.isThrowStatement(node) || ts.isContinueStatement(node)) {
		return [['statement', '', node, 'statement']];
	}
	if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return conditions(node.expression);
	if (ts.isConditionalExpression(node)) return conditions(node.condition);
	if (ts.isArrayLiteralExpression(node) && !isAssignedTo(node)) {
		return node.elements.map((part) => ['element', '', part, 'element']);
	}
	if (ts.isSpreadElement(node)) return [['spread', '[]', node.expression]];
	if (ts.isSpreadAssignment(node)) return [['spread', '{}', node.expression]];
	if (ts.isBinaryExpression(node)) return operators(node);
	if (ts.isCallExpression(node)) return isInChain(node) ? [] : calls(node);
	if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) {
		return [['key', `${textOf(node.name)}_`, node.name, 'key']];
	}
	if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
		return [['condition', textOf(node.operand)]];
	}
	return literals(node);

	function conditions(part: ts.Expression): Change[] {
		return ['true', 'false', `!(${textOf(part)})`].map((text) => ['condition', text, part]);
	}

	function operators({ left, operatorToken, right }: ts.BinaryExpression): Change[] {
		const operator = textOf(operatorToken);
		if (operator === '??') return [left, right].map((side) => ['default', textOf(side)]);
		const other = OPERATORS[operator];
		const isText = [left, right].some((side) => /^['`]/.test(textOf(side)));
		if (!other || (operator === '+' && isText)) return [];
		const [first, second] = [left, right].map((side) =>
			ts.isBinaryExpression(side) ? `(${textOf(side)})` : textOf(side),
		);
		return [['operator', `${first} ${other} ${second}`]];
	}

	function calls({ expression, arguments: given }: ts.CallExpression): Change[] {
		if (!ts.isPropertyAccessExpression(expression)) return [];
		const [called, name] = [textOf(expression.expression), textOf(expression.name)];
		const changes: Change[] = [];
		const rest = textOf(node).slice(textOf(expression).length);
		const other = METHODS.get(name);
		if (other) changes.push(['method', `${called}.${other}${rest}`]);
		if (LEFT_OUT.test(name)) changes.push(['method', called]);
		if (name === 'slice' && given[1]) {
			changes.push(['method', `${called}.slice(${textOf(given[0] as ts.Node)})`]);
		}
		return changes;
	}

	function literals(literal: ts.Node): Change[] {
		const { parent } = literal;
		const { name, propertyName } = parent as { name?: ts.Node; propertyName?: ts.Node };
		const isName = name === literal || propertyName === literal;
		if (isName || ts.isTaggedTemplateExpression(parent)) return [];
		if (ts.isNumericLiteral(literal)) {
			const value = Number(literal.text);
			return [value + 1, ...(value > 0 ? [value - 1] : [])].map((text) => ['number', `${text}`]);
		}
		if (ts.isStringLiteral(literal) && literal.text !== '') {
			return [['text', "''"], ...otherNumber(textOf(literal))];
		}
		if (ts.isTemplateLiteral(literal)) {
			return [['text', '``'], ...otherNumber(textOf(literal))];
		}
		if (literal.kind === ts.SyntaxKind.TrueKeyword) return [['boolean', 'false']];
		if (literal.kind === ts.SyntaxKind.FalseKeyword) return [['boolean', 'true']];
		if (ts.isRegularExpressionLiteral(literal)) return patterns(textOf(literal));
		return [];
	}
}

/** Whether it stands for names, as in `[a, b] = list`. */
const isAssignedTo = (node: ts.Node): boolean =>
	ts.isBinaryExpression(node.parent) &&
	node.parent.left === node &&
	node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;

/** Whether more of an optional chain follows, which would break in brackets. */
const isInChain = (node: ts.Node): boolean =>
	ts.isOptionalChain(node) && ts.isOptionalChain(node.parent) && node.parent.expression === node;

/** The text with its first number changed; no change of one in a placeholder. */
function otherNumber(text: string): Change[] {
	const other = text.replace(/^[^\d{]*\d+/, (start) =>
		start.replace(/\d+/, (number) => String(Number(number) + 1)),
	);
	return other === text ? [] : [['number in a text', other]];
}

function patterns(pattern: string): Change[] {
	const others = [
		pattern.replace(/^\/\^/, '/'),
		pattern.replace(/\$(\/\w*)$/, '$1'),
		pattern.replace(/i(\w*)$/, '$1'),
		pattern.replace(/\+(?!\))/, '*'),
	];
	return others
		.filter((other) => other !== pattern && !other.startsWith('//'))
		.map((other) => ['pattern', other]);
}

/** Outer ones come first, and an element before its value, which has the same place. */
const byPlace = (a: Mutation, b: Mutation): number =>
	a.start - b.start || b.end - a.end || a.form.localeCompare(b.form);

/** The text of a file in which each mutation waits for `isMutant` to turn it on. */
export function withMutants(text: string, mutants: Array<Mutation & { id: number }>): string {
	// Those that come later are inside or behind, so that nothing before them has moved.
	const waiting = mutants.toSorted(byPlace);
	return part(0, text.length);

	function part(start: number, end: number): string {
		let result = '';
		let at = start;
		for (let next = waiting[0]; next && next.end <= end; next = waiting[0]) {
			waiting.shift();
			result += text.slice(at, next.start) + choice(next, part(next.start, next.end));
			at = next.end;
		}
		return result + text.slice(at, end);
	}
}

function choice({ id, form, becomes }: Mutation & { id: number }, original: string): string {
	const isOn = `globalThis.isMutant(${id})`;
	if (form === 'statement') return `{ if (!${isOn}) ${original} }`;
	if (form === 'key') return `[${isOn} ? '${becomes}' : '${original}']`;
	if (form === 'element') return `...(${isOn} ? [] : [${original}])`;
	return `(${isOn} ? (${becomes}) : (${original}))`;
}
