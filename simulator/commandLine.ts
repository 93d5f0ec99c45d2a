import { Command, InvalidArgumentError } from 'commander';
import { IANAZone } from 'luxon';
import type { SimulatorOptions } from './simulator';

/** The options that the program was started with. */
export interface CommandLine {
	host: string;
	port: number;
	allowRemote: boolean;
	/** A JSON file with a Seed. */
	seedFile: string | undefined;
	simulator: SimulatorOptions;
}

interface Parsed {
	host: string;
	port: number;
	allowRemote: boolean;
	seed?: string;
	speed: number;
	latency: number;
	path: string;
	timeZone: string;
	prefix: string;
	doNotContactWord: string;
}

function port(text: string): number {
	if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
	throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}

function amount(text: string): number {
	if (/^[0-9]+(\.[0-9]+)?$/.test(text)) return Number(text);
	throw new InvalidArgumentError('It must be a number, 0 or more.');
}

function elementPrefix(text: string): string {
	if (/^[A-Za-z_][\w.-]*$/.test(text)) return text;
	throw new InvalidArgumentError('It must be a word that an XML element name can begin with.');
}

function pathOf(text: string): string {
	if (/^(\/[\w.~-]+)*\/?$/.test(text)) return text.replace(/\/$/, '');
	throw new InvalidArgumentError('It must look like /api.');
}

function timeZone(text: string): string {
	if (IANAZone.isValidZone(text)) return text;
	throw new InvalidArgumentError('It must be the name of a time zone, like Africa/Johannesburg.');
}

function resultWord(text: string): string {
	if (/^[A-Z0-9]+$/.test(text)) return text;
	throw new InvalidArgumentError('It must be a word of capital letters.');
}

const command = () =>
	new Command('npm run simulator --')
		.description('Answers like the SMS gateway, on both interfaces, and sends nothing.')
		.option('--port <port>', 'port to listen on; 0 picks a free one', port, 8085)
		.option('--host <address>', 'address to listen on', '127.0.0.1')
		.option('--allow-remote', 'allow an address that other machines can reach', false)
		.option('--seed <file>', 'JSON file with the data to begin with; see simulator/README.md')
		.option('--speed <factor>', 'how many times faster than real time the clock runs', amount, 1)
		.option('--latency <ms>', 'time from a request to its answer', amount, 0)
		.option('--path <path>', 'path before every endpoint, like /api', pathOf, '')
		.option('--time-zone <zone>', 'zone whose clock its times are on', timeZone, 'UTC')
		.option(
			'--prefix <word>',
			'Element Prefix: the word before the XML element names',
			elementPrefix,
			'Svc',
		)
		.option(
			'--do-not-contact-word <word>',
			'result for a number on the industry Do Not Contact list',
			resultWord,
			'INDUSTRYDNC',
		);

/** Reads the command line; prints a message and exits for --help or a wrong option. */
export function readCommandLine(argv: readonly string[]): CommandLine {
	const { host, port, allowRemote, seed, ...options } = command().parse(argv).opts<Parsed>();
	const { latency, ...rest } = options;
	return {
		host,
		port,
		allowRemote,
		seedFile: seed,
		simulator: {
			...rest,
			latencyMs: latency,
		},
	};
}
