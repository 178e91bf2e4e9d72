import { StoreError } from '../../store/errors.ts';
import type { RunRow } from '../../store/runs/runs.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** @throws HostError `unknown-run`, with the newest ids */
export function requireRun({ store }: Workspace, id: string): RunRow {
  try {
    return store.runs.get(id);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'not-found') throw error;
  }
  const newest = store.runs
    .list({ limit: 5 })
    .map((one) => one.id)
    .join(', ');
  throw new HostError(
    'unknown-run',
    `There is no run "${id}".`,
    newest === ''
      ? 'There are no runs yet.'
      : { hint: `The newest runs are ${newest}.`, action: { action: 'list-runs' } },
  );
}
