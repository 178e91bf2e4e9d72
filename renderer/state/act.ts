import type { CallArgs, CallName, CallValue } from '../../shared/contract/index.ts';
import type { CallError } from '../../shared/contract/errors.ts';
import { getClient } from './client.ts';
import { toast } from './toasts.ts';

/**
 * Carries out a writing call for a person. A failure becomes a toast that stays; `handle` may take errors that the
 * caller shows itself (it returns true for those). The value, or null after a failure.
 */
export async function act<N extends CallName>(
  name: N,
  args: CallArgs<N>,
  options: { failure?: string; signal?: AbortSignal; handle?: (error: CallError) => boolean } = {},
): Promise<CallValue<N> | null> {
  const { failure, signal, handle } = options;
  const answer = await getClient().call(name, args, signal === undefined ? {} : { signal });
  if (answer.ok) return answer.value;
  if (answer.error.code !== 'cancelled' && handle?.(answer.error) !== true) {
    toast.error(answer.error, failure);
  }
  return null;
}
