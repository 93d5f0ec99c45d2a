/// <reference lib="dom" />
import { BufferTarget, CanvasSource, Output, QUALITY_HIGH, WebMOutputFormat } from 'mediabunny';
import { PAGE, VIDEO, type Picture, type Scene } from './take';

// This file runs in the browser: its page draws the pictures and encodes them.

const SECONDS_BETWEEN_KEYS = 8;

/** Room beside the caption. */
const MARGIN = 24;

const scene: Partial<Scene> = {};
const canvas = new OffscreenCanvas(VIDEO.width, VIDEO.height);
const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
const source = new CanvasSource(canvas, {
	codec: 'vp9',
	quality: QUALITY_HIGH,
	keyFrameInterval: SECONDS_BETWEEN_KEYS,
});
const target = new BufferTarget();
const output = new Output({ format: new WebMOutputFormat(), target });
output.addVideoTrack(source);
let page: ImageBitmap | undefined;

/** Draws and encodes one picture. */
export async function add({ time, change }: Picture): Promise<void> {
	if (output.state === 'pending') await output.start();
	Object.assign(scene, change);
	if (change.page !== undefined) {
		page?.close();
		page = await decoded(change.page);
	}
	draw();
	await source.add(time / 1000);
}

/** The WebM file, in base64. */
export async function end(): Promise<string> {
	await output.finalize();
	return toBase64(new Uint8Array(target.buffer as ArrayBuffer));
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
