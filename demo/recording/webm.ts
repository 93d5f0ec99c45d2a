/** One encoded picture. */
export interface Chunk {
	/** Milliseconds since the beginning of the video. */
	time: number;
	/** Whether it can be shown without the pictures before it. */
	isKey: boolean;
	data: Buffer;
}

interface Video {
	width: number;
	height: number;
	/** In milliseconds. */
	duration: number;
	/** VP9, in the order of time, beginning with a key picture. */
	chunks: readonly Chunk[];
}

/**
 * Writes a WebM file (https://www.webmproject.org/docs/container/). It has a length and a table of
 * key pictures, so that a player can jump; what MediaRecorder writes has neither.
 */
export function webm({ width, height, duration, chunks }: Video): Buffer {
	const info = element(
		0x1549a966,
		element(0x2ad7b1, uint(1_000_000)), // TimestampScale: milliseconds
		element(0x4489, float(duration)), // Duration
		element(0x4d80, text('n8n-nodes-messaging-gateway')), // MuxingApp
		element(0x5741, text('n8n-nodes-messaging-gateway')), // WritingApp
	);
	const tracks = element(
		0x1654ae6b,
		element(
			0xae, // TrackEntry
			element(0xd7, uint(1)), // TrackNumber
			element(0x73c5, uint(1)), // TrackUID
			element(0x83, uint(1)), // TrackType: video
			element(0x86, text('V_VP9')), // CodecID
			element(0xe0, element(0xb0, uint(width)), element(0xba, uint(height))), // Video
		),
	);
	const clusters = inClusters(chunks).map(cluster);
	const times = chunks.filter(({ isKey }) => isKey).map(({ time }) => time);
	// The table stands before what it points to; its own length does not depend on what it says.
	const { length } = cues(times, clusters, 0);
	const table = cues(times, clusters, info.length + tracks.length + length);
	return Buffer.concat([header, element(0x18538067, info, tracks, table, ...clusters)]);
}

const element = (id: number, ...content: Buffer[]): Buffer => {
	const body = Buffer.concat(content);
	const size = uint(body.length);
	// The first bit that is set tells the number of bytes: all eight.
	size[0] = 0x01;
	return Buffer.concat([Buffer.from(id.toString(16).padStart(2, '0'), 'hex'), size, body]);
};

const uint = (value: number): Buffer => {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64BE(BigInt(value));
	return bytes;
};

const float = (value: number): Buffer => {
	const bytes = Buffer.alloc(8);
	bytes.writeDoubleBE(value);
	return bytes;
};

const text = (value: string): Buffer => Buffer.from(value, 'utf8');

const header = element(
	0x1a45dfa3,
	element(0x4286, uint(1)), // EBMLVersion
	element(0x42f7, uint(1)), // EBMLReadVersion
	element(0x42f2, uint(4)), // EBMLMaxIDLength
	element(0x42f3, uint(8)), // EBMLMaxSizeLength
	element(0x4282, text('webm')), // DocType
	element(0x4287, uint(4)), // DocTypeVersion
	element(0x4285, uint(2)), // DocTypeReadVersion
);

/** A cluster begins with each key picture. */
function inClusters(chunks: readonly Chunk[]): Chunk[][] {
	const clusters: Chunk[][] = [];
	for (const chunk of chunks) {
		if (chunk.isKey) clusters.push([]);
		clusters.at(-1)?.push(chunk);
	}
	return clusters;
}

function cluster(chunks: Chunk[]): Buffer {
	const begin = chunks[0]?.time ?? 0;
	return element(
		0x1f43b675,
		element(0xe7, uint(begin)), // Timestamp
		...chunks.map(({ time, isKey, data }) => {
			const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0]);
			head.writeInt16BE(time - begin, 1);
			return element(0xa3, head, data); // SimpleBlock
		}),
	);
}

/** Where each cluster begins, counted from the content of the segment. */
function cues(times: number[], clusters: Buffer[], first: number): Buffer {
	let position = first;
	const points = clusters.map(({ length }, index) => {
		const at = position;
		position += length;
		return element(
			0xbb, // CuePoint
			element(0xb3, uint(times[index] ?? 0)), // CueTime
			element(0xb7, element(0xf7, uint(1)), element(0xf1, uint(at))), // CueTrackPositions
		);
	});
	return element(0x1c53bb6b, ...points);
}
