/// <reference lib="dom" />
import { PAGE, VIDEO, type Picture, type Scene } from './take';

// This file runs in the browser: its page draws the pictures and encodes them.

const MILLISECONDS_BETWEEN_KEYS = 8000;
/** From 0, without loss, to 63. */
const QUANTIZER = 30;

/** Room beside the caption. */
const MARGIN = 24;

/** An encoded picture; its data in base64. */
export interface EncodedPicture {
	time: number;
	isKey: boolean;
	data: string;
}

const scene: Partial<Scene> = {};
const encoded: EncodedPicture[] = [];
const canvas = new OffscreenCanvas(VIDEO.width, VIDEO.height);
const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
const encoder = new VideoEncoder({ output: keep, error: console.error });
encoder.configure({
	// VP9, profile 0, level 3.1, 8 bits.
	codec: 'vp09.00.31.08',
	...VIDEO,
	bitrateMode: 'quantizer',
	latencyMode: 'quality',
});
let page: ImageBitmap | undefined;
let keyAt = -Infinity;

/** Draws and encodes one picture. */
export async function add({ time, change }: Picture): Promise<void> {
	Object.assign(scene, change);
	if (change.page !== undefined) {
		page?.close();
		page = await decoded(change.page);
	}
	draw();
	const frame = new VideoFrame(canvas, { timestamp: time * 1000 });
	const keyFrame = time - keyAt >= MILLISECONDS_BETWEEN_KEYS;
	if (keyFrame) keyAt = time;
	// TypeScript does not know the options of VP9 yet.
	encoder.encode(frame, { keyFrame, vp9: { quantizer: QUANTIZER } } as VideoEncoderEncodeOptions);
	frame.close();
}

/** All encoded pictures, in order. */
export async function end(): Promise<EncodedPicture[]> {
	await encoder.flush();
	return encoded;
}

function keep(chunk: EncodedVideoChunk): void {
	const bytes = new Uint8Array(chunk.byteLength);
	chunk.copyTo(bytes);
	encoded.push({
		time: Math.round(chunk.timestamp / 1000),
		isKey: chunk.type === 'key',
		data: toBase64(bytes),
	});
}

async function decoded(jpeg: string): Promise<ImageBitmap> {
	const answer = await fetch(`data:image/jpeg;base64,${jpeg}`);
	return await createImageBitmap(await answer.blob());
}

function draw(): void {
	if (page) context.drawImage(page, 0, 0);
	if (scene.pointer) drawPointer(scene.pointer, scene.isPressed === true);
	context.fillStyle = '#1d2129';
	context.fillRect(0, PAGE.height, VIDEO.width, VIDEO.height - PAGE.height);
	context.fillStyle = '#ffffff';
	context.font = '600 24px Inter, "DejaVu Sans", sans-serif';
	context.textAlign = 'center';
	context.textBaseline = 'middle';
	const middle = (PAGE.height + VIDEO.height) / 2;
	context.fillText(scene.caption ?? '', VIDEO.width / 2, middle, VIDEO.width - 2 * MARGIN);
}

/** The arrow of a mouse, from its tip. */
const ARROW = 'M0 0v17l4-4 3 7 3-1-3-7h6z';

function drawPointer({ x, y }: Scene['pointer'], isPressed: boolean): void {
	context.save();
	context.translate(x, y);
	if (isPressed) {
		context.beginPath();
		context.arc(0, 0, 16, 0, 2 * Math.PI);
		context.fillStyle = 'rgb(255 109 0 / 40%)';
		context.fill();
	}
	context.scale(1.25, 1.25);
	context.fillStyle = '#000000';
	context.strokeStyle = '#ffffff';
	context.lineWidth = 1.5;
	context.fill(new Path2D(ARROW));
	context.stroke(new Path2D(ARROW));
	context.restore();
}

function toBase64(bytes: Uint8Array): string {
	return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}
