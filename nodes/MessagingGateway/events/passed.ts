/** Resolves after some milliseconds. It does not keep the process from ending. */
export const passed = (milliseconds: number): Promise<void> =>
	new Promise((resolve) => {
		AbortSignal.timeout(milliseconds).addEventListener('abort', () => resolve());
	});
