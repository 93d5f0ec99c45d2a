import type { Report } from '../../sandbox/report';
import { measuringProgram } from './children';
import type { GrowthCase } from './growth.case';
import type { Growth } from './results';

const RECIPIENTS = [100, 1000, 10_000, 100_000, 1_000_000];

/** Sends to ever more recipients through a network that answers at once. */
export async function measureGrowth(report: Report): Promise<Growth[]> {
	const measure = await measuringProgram<GrowthCase, number>('growth.case');
	const found: Growth[] = [];
	for (const via of ['xml', 'query'] as const) {
		for (const recipients of RECIPIENTS) {
			report(`Sending to ${recipients} over ${via}`);
			const microsecondsPerRecipient = await measure({ via, recipients });
			found.push({ via, recipients, microsecondsPerRecipient });
		}
	}
	return found;
}
