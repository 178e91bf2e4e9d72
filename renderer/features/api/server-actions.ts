import type { CallArgs } from '../../../shared/contract/index.ts';
import type { ApiServerState } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { confirm } from '../../state/questions.ts';
import { getClient } from '../../state/client.ts';
import { toast } from '../../state/toasts.ts';
import { readAgain } from './api-store.ts';

/** Starts the server. What went wrong stands in its state, which the screen shows. @returns null: it did not start */
export async function startServer(setting: CallArgs<'api.start'> = {}): Promise<ApiServerState | null> {
  const state = await act('api.start', setting, { failure: 'The server was not started.' });
  readAgain();
  return state;
}

/** Stops the server after a person agrees. */
export async function stopServer(): Promise<void> {
  const agreed = await confirm({
    title: 'Stop the server?',
    message:
      'Programs get no answer until it is started again. Requests under way are cut off; crawls go on.',
    confirm: 'Stop',
    remember: 'api-stop',
  });
  if (!agreed) return;
  await act('api.stop', {}, { failure: 'The server was not stopped.' });
  readAgain();
}

/** Starts the server, or stops it, from wherever a person is. */
export async function toggleServer(): Promise<void> {
  const answer = await getClient().call('api.state', {});
  if (!answer.ok) return void toast.error(answer.error);
  if (answer.value.state === 'on') return stopServer();
  const started = await startServer();
  if (started !== null) toast.success('The server was started', { message: started.origin ?? '' });
  return undefined;
}
