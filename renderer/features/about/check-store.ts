import { create } from 'zustand';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { Finding } from '../../../shared/contract/types.ts';
import { getClient } from '../../state/client.ts';

interface CheckStore {
  readonly busy: boolean;
  /** What was found last; null: nothing has been checked. */
  readonly findings: readonly Finding[] | null;
  readonly error: CallError | null;
}

/** The check of this computer: the command and the screen share it. */
export const useCheck = create<CheckStore>(() => ({ busy: false, findings: null, error: null }));

/** Checks this computer, unless that is under way. What was found before stays until it has ended. */
export async function checkComputer(): Promise<void> {
  if (useCheck.getState().busy) return;
  useCheck.setState({ busy: true, error: null });
  const answer = await getClient().call('app.doctor', {});
  useCheck.setState(
    answer.ok
      ? { busy: false, findings: answer.value.findings, error: null }
      : { busy: false, error: answer.error },
  );
}
