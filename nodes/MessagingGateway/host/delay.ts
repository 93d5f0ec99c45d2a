/** Resolves after some milliseconds. It does not keep the process from ending. */
export const delay = (milliseconds: number): Promise<void> =>
	new Promise((resolve) => {
		const end = Math.max(0, Math.ceil(milliseconds));
		AbortSignal.timeout(end).addEventListener('abort', () => resolve());
	});
