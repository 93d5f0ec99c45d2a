import type { Page } from 'playwright-core';

/** Runs in the page: the texts whose contrast with their background is below 4.5 (WCAG AA). */
const SCRIPT = `(() => {
	const channels = (color) => color.match(/[\\d.]+/g).map(Number);
	const luminance = (rgb) => {
		const [r, g, b] = rgb.slice(0, 3).map((channel) => {
			const share = channel / 255;
			return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const behind = (element) => {
		const color = channels(getComputedStyle(element).backgroundColor);
		return color[3] === 0 && element.parentElement ? behind(element.parentElement) : color;
	};
	const contrast = (element) => {
		const [dark, light] = [channels(getComputedStyle(element).color), behind(element)]
			.map(luminance)
			.sort((a, b) => a - b);
		return (light + 0.05) / (dark + 0.05);
	};
	const holdsText = (element) =>
		[...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
	return [...document.body.querySelectorAll('*')]
		.filter((element) => element.checkVisibility() && holdsText(element) && !element.disabled)
		.filter((element) => contrast(element) < 4.5)
		.map((element) => element.outerHTML);
})()`;

/** The elements of a page whose text is hard to read. */
export const hardToRead = (page: Page): Promise<string[]> => page.evaluate<string[]>(SCRIPT);
