/** The size of the video, in pixels. */
export const VIDEO = { width: 1280, height: 720 };
/** The size of the page in it; the caption stands below, so that it hides nothing. */
export const PAGE = { width: 1280, height: 656 };

/** What the viewer sees. */
export interface Scene {
	/** The browser's page: a JPEG in base64. */
	page: string;
	/** The line below the page. */
	caption: string;
	/** Where the mouse is on the page, in pixels. */
	pointer: { x: number; y: number };
	/** Whether its button is down. */
	isPressed: boolean;
}

/** A change of what the viewer sees. */
export interface Change extends Partial<Scene> {
	/** Milliseconds since 1970. */
	at: number;
}

/** Enough to follow the mouse. */
const PICTURES_PER_SECOND = 25;

/** A picture of the video: what has changed since the one before. */
export interface Picture {
	/** Milliseconds since the beginning of the video. */
	time: number;
	change: Partial<Scene>;
}

/** Makes pictures of changes in any order: all that happens within one picture's time is one. */
export function picturesOf(changes: readonly Change[]): Picture[] {
	const interval = 1000 / PICTURES_PER_SECOND;
	const sorted = changes.toSorted((one, other) => one.at - other.at);
	const begin = sorted[0]?.at ?? 0;
	const pictures = new Map<number, Picture>();
	for (const { at, ...change } of sorted) {
		const time = Math.ceil((at - begin) / interval) * interval;
		pictures.set(time, { time, change: { ...pictures.get(time)?.change, ...change } });
	}
	return [...pictures.values()];
}
