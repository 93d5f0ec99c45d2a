/** Shows a line at once, past Jest, which keeps lines until a file has ended. */
export const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Shows what was counted, or how many were found, a line each. */
export function report(title: string, counts: Record<string, number | unknown[]>): void {
	const lines = Object.entries(counts).map(([name, count]) => {
		const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
		return `  ${words.padEnd(32)} ${typeof count === 'number' ? count : count.length}`;
	});
	say(['', title, ...lines, ''].join('\n'));
}

/** What stands in a list a second time, and a third time. */
export const repeats = (list: string[]): string[] => {
	const seen = new Set<string>();
	return list.filter((one) => seen.has(one) || !seen.add(one));
};
