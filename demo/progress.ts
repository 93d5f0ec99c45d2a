import ora from 'ora';
import type { Report } from '../sandbox/report';

/** Without a terminal there is no spinner: a line now and then shows the progress instead. */
const SECONDS_BETWEEN_LINES = 20;

const spinnerOptions = {
	// Ctrl+C must reach this process and not the spinner.
	discardStdin: false,
	// In a terminal of unknown width the spinner would redraw for ever.
	...(!process.stderr.columns && { isEnabled: false }),
};

/** Does one step of the demo under a spinner and says how long it took. */
export async function step<Result>(
	title: string,
	work: (report: Report) => Promise<Result>,
): Promise<Result> {
	const started = Date.now();
	const spinner = ora({ text: title, ...spinnerOptions }).start();
	const seconds = () => `(${((Date.now() - started) / 1000).toFixed(1)} s)`;
	const log = spinner.isEnabled ? undefined : occasionally((text) => console.log(`  ${text}`));
	try {
		const result = await work((text) => {
			spinner.text = `${title}\n  ${text}`;
			log?.(text);
		});
		spinner.succeed(`${title} ${seconds()}`);
		return result;
	} catch (error) {
		spinner.fail(`${title} ${seconds()}`);
		throw error;
	}
}

function occasionally(show: Report): Report {
	let shownAt = 0;
	return (text) => {
		if (Date.now() - shownAt < SECONDS_BETWEEN_LINES * 1000) return;
		shownAt = Date.now();
		show(text);
	};
}
