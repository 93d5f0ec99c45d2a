import { csv, type ChosenFile } from './campaignForms';

/** A row of a shop's list, and what has to become of it. */
export interface Customer {
	name: string;
	/** As people write it: in many ways, two in a cell, nobody's. */
	number: string;
	/** Who gets the SMS, by the full number. */
	reached: string[];
	/** Whom the gateway refuses. */
	refused: string[];
	/** How many entries are no number, or stand in an earlier row. */
	problems: number;
}

/** The list as a file that a spreadsheet program writes, without a mark for UTF-8. */
export const csvOf = (shop: Customer[]): ChosenFile =>
	csv('name;number', ...shop.map(({ name, number }) => `${name};"${number}"`));

type Entry = Omit<Customer, 'name'>;

/** The list of a shop with so many rows. It is written without anything of the package. */
export const shopOf = (rows: number): Customer[] =>
	Array.from({ length: rows }, (_, row) => {
		const entry = ENTRIES[row % ENTRIES.length] as (row: number) => Entry;
		return {
			name: row % 25 === 0 ? `${'Maximilian '.repeat(12)}${row}` : `José ${row}`,
			...entry(row),
		};
	});

/** How a row is written, by its last digit. */
const ENTRIES: Array<(row: number) => Entry> = [
	(row) => reaches(`+27 ${spaced(local(row))}`, full(row)),
	(row) => reaches(`0${spaced(local(row))}`, full(row)),
	(row) => reaches(`(0${local(row).slice(0, 2)}) ${local(row).slice(2)}`, full(row)),
	(row) => reaches(`0027${local(row)}`, full(row)),
	(row) => reaches(`${full(row)}.0`, full(row)),
	(row) => reaches(`0${local(row)}, +${full(row + OTHER)}`, full(row), full(row + OTHER)),
	// The person of six rows before, written in another way.
	(row) => isWrong(`0${local(row - 6)}`),
	(row) => isWrong(NOBODY[row % NOBODY.length] as string),
	(row) => (row % 30 === 8 ? refuses(full(row)) : reaches(full(row), full(row))),
	(row) => reaches(`+${fated(row)}`, fated(row)),
];

const OTHER = 500_000;
const NOBODY = ['', 'none', '083 12', 'O83 1O0 1O00'];

/** The simulator never delivers to the numbers that end so, or fails to. */
const FATES = ['9100', '9101', '9103', '9107', '9213'];

const local = (row: number): string => `83${1_000_000 + row}`;
const full = (row: number): string => `27${local(row)}`;
const spaced = (number: string): string =>
	`${number.slice(0, 2)} ${number.slice(2, 5)} ${number.slice(5)}`;

function fated(row: number): string {
	const ten = Math.floor(row / 10);
	return `27${String(84_000 + ten)}${FATES[ten % FATES.length]}`;
}

const reaches = (number: string, ...reached: string[]): Entry => ({
	number,
	reached,
	refused: [],
	problems: 0,
});
const refuses = (number: string): Entry => ({ ...reaches(number), refused: [number] });
const isWrong = (number: string): Entry => ({ ...reaches(number), problems: 1 });
