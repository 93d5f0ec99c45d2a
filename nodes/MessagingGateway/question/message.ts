import { PRINTED_OBJECT } from '../fields/text';

/**
 * The text of a question with the parameters of the tool that it is about, a line each. n8n's own text for
 * a human review inserts them as an object.
 *
 * @param evaluate evaluates an expression of n8n
 */
export function withToolParameters(
	text: string,
	evaluate: (expression: string) => unknown,
): string {
	if (!text.includes(PRINTED_OBJECT)) return text;
	const parameters = (evaluate('{{ $tool.parameters }}') ?? {}) as Record<string, unknown>;
	const lines = Object.entries(parameters).map(
		([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
	);
	return text.replaceAll(PRINTED_OBJECT, () => lines.join('\n'));
}
