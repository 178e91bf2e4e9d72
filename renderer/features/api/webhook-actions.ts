import type { Delivery, Webhook } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { confirm } from '../../state/questions.ts';
import { toast } from '../../state/toasts.ts';
import { keepSecret, putAway, readAgain, showView } from './api-store.ts';

/** Sends a test at once, and tells how it was answered. */
export async function testWebhook({ id, url }: Webhook): Promise<void> {
  const sent = await act('webhooks.test', { webhook: id }, { failure: 'The test was not sent.' });
  readAgain();
  if (sent === null) return;
  const answer = answerWords(sent);
  if (sent.state === 'delivered') toast.success('The test arrived', { message: `${url} ${answer}` });
  else toast.warning('The test did not arrive', { message: `${url} ${answer}` });
}

/** How a delivery was answered the last time, after the address: "answered with status 204". */
function answerWords({ status, problem }: Pick<Delivery, 'status' | 'problem'>): string {
  if (problem !== null) return `failed: ${problem}`;
  return status === null ? 'was not asked yet' : `answered with status ${status}`;
}

/** Has a webhook told of events, or not any more. */
export async function turnWebhook({ id, url }: Webhook, enabled: boolean): Promise<void> {
  await act('webhooks.update', { webhook: id, enabled }, { failure: `${url} was not changed.` });
  readAgain();
}

/** Gives a webhook a new secret after a person agrees. */
export async function rotateWebhook({ id, url }: Webhook): Promise<void> {
  const agreed = await confirm({
    title: 'Make a new secret?',
    message: `For a day, requests to ${url} are signed with both secrets. Change it in the receiver meanwhile.`,
    confirm: 'Make a new one',
  });
  if (!agreed) return;
  const made = await act('webhooks.rotate', { webhook: id }, { failure: 'No secret was made.' });
  readAgain();
  if (made !== null) keepSecret({ of: 'webhook', id, name: url, secret: made.secret });
}

/** Removes a webhook after a person agrees. */
export async function removeWebhook({ id, url }: Webhook): Promise<void> {
  const agreed = await confirm({
    title: 'Remove the webhook?',
    message: `${url} is told nothing more, and the list of its deliveries is deleted.`,
    confirm: 'Remove',
    danger: true,
  });
  if (!agreed) return;
  const removed = await act('webhooks.remove', { webhook: id }, { failure: `${url} was not removed.` });
  if (removed === null) return;
  putAway('webhook', id);
  showView('webhooks');
  readAgain();
}

/** Sends a delivery again. */
export async function sendAgain({ id }: Delivery): Promise<void> {
  const again = await act('webhooks.redeliver', { delivery: id }, { failure: 'It was not sent again.' });
  readAgain();
  if (again !== null) toast.success('It is sent again', { message: 'With the same message id.' });
}
