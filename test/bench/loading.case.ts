import 'n8n-workflow';
import { requireBuilt } from './builtNode';
import { measureAndPrint } from './measuring';

/** Milliseconds from asking for the two nodes to having one of each, as n8n does when it starts. */
void measureAndPrint(async (): Promise<number> => {
	const start = performance.now();
	for (const name of ['MessagingGateway', 'MessagingGatewayTrigger']) {
		const module = requireBuilt(`./nodes/MessagingGateway/${name}.node.js`) as Record<
			string,
			new () => object
		>;
		new (module[name] as new () => object)();
	}
	return performance.now() - start;
});
