import { checkLogin as requestLogin } from '../../gateway/operations/account';
import { retryingReads } from '../../gateway/exchange/exchange';
import { connect } from '../../host/transport';
import { gatewayError } from '../../host/errors';
import { NOT_FOR_A_TOOL, type Operation } from '../operation';

/** Checks the login once. A wrong login is a result here and not a failure. */
export const checkLogin: Operation = {
	option: {
		name: 'Check Login',
		value: 'checkLogin',
		action: 'Check login',
		description: 'Check whether the login is valid and its account unlocked',
		displayOptions: NOT_FOR_A_TOOL,
	},
	toolDescription:
		'Checks whether the login of the SMS account works. Returns login (OK, FAIL or ACCOUNT_LOCKED). Sends nothing and costs nothing.',
	fields: [],
	async execute(context) {
		const checked = await requestLogin(retryingReads(await connect(context)));
		if (!checked.ok) throw gatewayError(context, checked.failure);
		const login = checked.value;
		return [
			{
				json: { login, valid: login === 'OK', locked: login === 'ACCOUNT_LOCKED' },
				pairedItem: { item: 0 },
			},
		];
	},
};
