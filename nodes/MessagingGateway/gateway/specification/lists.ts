export function inBatches<Row>(rows: Row[], size: number): Row[][] {
	const count = Math.ceil(rows.length / size);
	return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size));
}

/** Groups rows by a key, in the order of each key's first row. */
export function groupBy<Key, Row>(rows: Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
	const groups = new Map<Key, Row[]>();
	for (const row of rows) {
		const key = keyOf(row);
		const group = groups.get(key);
		if (group) group.push(row);
		else groups.set(key, [row]);
	}
	return groups;
}
