import type { IExecuteFunctions } from 'n8n-workflow';
import { operationError } from './errors';

/** n8n's experimental engine v2 gives executions a UUID of version 7, every other engine a number. */
const ID_OF_ENGINE_V2 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * Refuses to change something in n8n's engine v2, which ignores the workflow's time zone, Execute Once
 * and waiting, and cannot cancel.
 *
 * @throws NodeOperationError
 */
export function refuseEngineV2(context: IExecuteFunctions): void {
	if (!ID_OF_ENGINE_V2.test(context.getExecutionId())) return;
	throw operationError(context, {
		message: "This operation does not run in n8n's experimental engine v2, and nothing was changed",
		description:
			"That engine ignores Execute Once, waiting and the workflow's time zone. Choose n8n's usual engine in the settings of the workflow.",
		itemIndex: 0,
	});
}
