/** The names in examples/send-and-follow.json that the demo relies on. */
export const sendAndFollow = {
	id: 'SendAndFollow001',
	trigger: 'When Clicking Execute Workflow',
	sendNode: 'Send Messages',
	statusNode: 'Get Status',
} as const;

/** The credential that the example workflows refer to. */
export const credential = {
	id: 'MessagingGateway',
	name: 'Messaging Gateway account',
	type: 'messagingGatewayApi',
} as const;

/** The simulator's main account. */
export const account = { user: 'demo', password: 'demo' } as const;

/** Who may sign in at the demo's editor; nothing but this machine can reach it. */
export const owner = { email: 'demo@example.com', password: 'Demo12345' } as const;
