import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { endingSignals } from '../../bin/ending-signals.mjs';
import type { CallArgs, CallValue } from '../../shared/contract/index.ts';
import { toHostError } from '../host/errors.ts';
import type { Context } from './command.ts';

/**
 * Opens a window in which a person logs in, until Enter is pressed here or the window is closed.
 * @returns the stored login; null: it was interrupted, and nothing was kept
 */
export async function heldLogin(
  { output, streams, ask }: Pick<Context, 'output' | 'streams' | 'ask'>,
  wanted: CallArgs<'sessions.login'>,
): Promise<CallValue<'sessions.login'> | null> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  for (const signal of endingSignals) process.on(signal, interrupt);
  // No terminal mode: there Ctrl+C would be a key.
  const lines = createInterface({ input: streams.stdin });
  try {
    const { problem } = await ask('sessions.canLogIn', {});
    const login = ask('sessions.login', wanted, { signal: interrupted.signal });
    if (problem === null) {
      output.note(
        'A browser opens. Log in there; then press Enter here, or close its window. Ctrl+C keeps nothing.',
      );
    }
    lines.once('line', () => {
      // Where the window is closed already, there is nothing to end.
      void ask('sessions.finish', { name: wanted.name }).catch(() => undefined);
    });
    return await login;
  } catch (error) {
    if (!interrupted.signal.aborted || toHostError(error).code !== 'cancelled') throw error;
    output.note('Nothing was kept.');
    return null;
  } finally {
    lines.close();
    // An input that stays open would keep the program from ending.
    if (streams.stdin instanceof Socket) streams.stdin.unref();
    for (const signal of endingSignals) process.off(signal, interrupt);
  }
}
