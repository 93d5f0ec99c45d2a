import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../sandbox/folders';
import { runMain } from '../sandbox/main';
import { step } from './progress';
import { Camera } from './recording/camera';
import { encode } from './recording/encode';
import { Presenter } from './recording/presenter';
import { playScenes } from './recording/scenes';
import { openStudio } from './recording/studio';
import { picturesOf } from './recording/take';

const FILE = path.join('docs', 'recording.webm');

/** Records the main job in a real n8n, in one take, and writes it to FILE. */
async function main(): Promise<void> {
	const studio = await openStudio();
	const camera = new Camera();
	await step('Recording, about two minutes', async () => {
		await playScenes({ ...studio, presenter: new Presenter(camera) });
		await camera.stop();
	});
	const pictures = picturesOf(camera.changes);
	const video = await step(`Encoding ${pictures.length} pictures`, () =>
		encode(studio.browser, pictures),
	);
	await writeFile(path.join(projectFolder, FILE), video);
	const seconds = Math.round((pictures.at(-1)?.time ?? 0) / 1000);
	console.log(`${FILE}: ${seconds} seconds, ${(video.length / 1024 ** 2).toFixed(1)} MB`);
}

runMain(main);
