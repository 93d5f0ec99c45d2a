import type { Locator, Page } from 'playwright-core';
import { account } from '../workflow';
import type { Presenter } from './presenter';
import type { Studio } from './studio';

interface Scenes extends Studio {
	presenter: Presenter;
}

const NUMBERS = '+44 7700 900101, +44 7700 900102';
const TEXT = 'Your order comes at 9:00. Is that fine?';
const REPLY = 'Yes, see you then';

/** Shows the main job: send, follow, and receive the reply. Throws if anything of it is not seen. */
export async function playScenes(scenes: Scenes): Promise<void> {
	await scenes.presenter.show(scenes.editor);
	await addSend(scenes);
	await addCredential(scenes);
	await send(scenes);
	await followMessages(scenes);
	await addTrigger(scenes);
	await reply(scenes);
	await receiveReply(scenes);
}

async function addSend({ presenter, editor }: Scenes): Promise<void> {
	await presenter.say('A new workflow in n8n, where the Messaging Gateway package is installed');
	await presenter.say('1. Search the nodes for "send sms"');
	await presenter.click(editor.getByTestId('canvas-plus-button'));
	await searchNode(presenter, editor, 'send sms');
	await presenter.click(groupOfNode(editor, 'Actions'));
	await presenter.click(actionOfNode(editor, 'Send SMS messages'));
}

async function addCredential({ presenter, editor, gateway }: Scenes): Promise<void> {
	await presenter.say('2. The credential: address and login of the gateway, here a simulator');
	await presenter.click(editor.getByText('Connect to Messaging Gateway'));
	const dialog = editor.getByTestId('editCredential-modal');
	await presenter.type(dialog.getByTestId('parameter-input-baseUrl'), gateway);
	await presenter.type(dialog.getByTestId('parameter-input-user'), account.user);
	await presenter.type(dialog.getByTestId('parameter-input-password'), account.password);
	// The editor takes over what was typed a moment later.
	await presenter.pause(1);
	await presenter.click(dialog.getByTestId('credential-save-button'));
	await dialog.waitFor({ state: 'hidden' });
	await presenter.say('n8n tests the credential');
	await presenter.click(editor.getByTestId('credential-edit-button'));
	await seen(dialog, 'Connection tested successfully');
	await presenter.pause(2.5);
	await presenter.click(dialog.getByLabel('Close this dialog'));
}

async function send({ presenter, editor }: Scenes): Promise<void> {
	await presenter.say('3. Numbers and text, then Execute step');
	await presenter.type(editor.getByTestId('parameter-input-numbers'), NUMBERS);
	await presenter.type(editor.getByTestId('parameter-input-text'), TEXT);
	await presenter.pause(1);
	await presenter.click(editor.getByTestId('node-execute-button'));
	await seen(editor.getByTestId('output-panel'), 'ACCEPTED');
	await presenter.say('One item for each number, with its result and message ID');
	const handle = editor.getByTestId('panel-drag-button');
	await presenter.drag(handle, editor.getByTestId('tab-params'));
	await presenter.pause(3);
	await presenter.click(editor.getByTestId('ndv-close-button'));
}

async function followMessages({ presenter, editor }: Scenes): Promise<void> {
	await presenter.say('4. Get Status, for the message IDs that Send gave');
	await presenter.click(editor.getByTestId('canvas-handle-plus').last());
	await searchNode(presenter, editor, 'delivery report');
	await presenter.click(actionOfNode(editor, 'Get delivery status of SMS messages'));
	const messageId = editor.getByTestId('run-data-schema-node-name').getByText('messageId');
	await presenter.drag(messageId, editor.getByTestId('parameter-input-messageIds'));
	await presenter.pause(1);
	await presenter.click(editor.getByTestId('node-execute-button'));
	await seen(editor.getByTestId('output-panel'), 'DELIVERED');
	await presenter.say('Both messages were delivered');
	await presenter.pause(3);
	await presenter.click(editor.getByTestId('ndv-close-button'));
}

async function addTrigger({ presenter, editor }: Scenes): Promise<void> {
	await presenter.say('5. The trigger, for replies');
	await presenter.click(editor.getByTestId('node-creator-plus-button'));
	await searchNode(presenter, editor, 'receive sms');
	await presenter.click(groupOfNode(editor, 'Triggers'));
	await presenter.click(actionOfNode(editor, 'On new reply'));
	await presenter.say('Its test shows samples or, as here, live records');
	await presenter.click(editor.getByTestId('parameter-input-testData'));
	const choices = editor.getByTestId('parameter-input-item').filter({ visible: true });
	await presenter.click(choices.getByText('Live Records', { exact: true }));
	await presenter.pause(1);
}

async function reply({ presenter, phone, gateway }: Scenes): Promise<void> {
	// The page was not open before, so that it offers to answer the newest message.
	await phone.goto(gateway);
	await presenter.show(phone);
	await presenter.say('The page of the simulator: a phone has received the SMS, and answers');
	await presenter.type(phone.getByPlaceholder('Message'), REPLY);
	await presenter.click(phone.getByRole('button', { name: 'Send', exact: true }));
	await seen(phone.getByLabel('Conversation'), REPLY);
	await presenter.pause(2);
}

async function receiveReply({ presenter, editor }: Scenes): Promise<void> {
	await presenter.show(editor);
	await presenter.say('Fetch Test Event reads the new replies from the gateway');
	await presenter.click(editor.getByTestId('node-execute-button'));
	await seen(editor.getByTestId('output-panel'), REPLY);
	await presenter.say('The reply is an item, with the ID of the message that it answers');
	await presenter.pause(3);
	await presenter.click(editor.getByTestId('ndv-close-button'));
	await presenter.click(editor.getByTestId('tidy-up-button'));
	await presenter.say('Once the workflow is published, the trigger reads replies every minute');
	await presenter.pause(3);
}

/** Types into the search for nodes, and opens what it finds of this package. */
async function searchNode(presenter: Presenter, editor: Page, words: string): Promise<void> {
	await presenter.type(editor.getByTestId('node-creator-search-bar'), words);
	await presenter.pause(1);
	await presenter.click(
		editor.locator('[data-keyboard-nav-id^="n8n-nodes-messaging-gateway."]').first(),
	);
	// The list of what the node can do slides in.
	await presenter.pause(1);
}

/** The heading that opens the actions or the triggers of the node that was found. */
const groupOfNode = (editor: Page, name: 'Actions' | 'Triggers'): Locator =>
	editor.getByTestId('node-creator-category-item').filter({ hasText: name });

const actionOfNode = (editor: Page, name: string): Locator =>
	editor.getByTestId('node-creator-item-name').getByText(name, { exact: true });

async function seen(part: Locator, text: string): Promise<void> {
	await part.getByText(text).first().waitFor();
}
