import { StoreError } from '../../store/errors.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Reads a run. @throws HostError `unknown-run`, with the newest ids as hint */
export async function requireRun({ queries }: Workspace, id: string): Promise<RunRow> {
  try {
    return await queries.runs.get(id);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'not-found') throw error;
  }
  const newest = (await queries.runs.list({ limit: 5 })).map((run) => run.id).join(', ');
  throw new HostError(
    'unknown-run',
    `There is no run "${id}".`,
    newest === ''
      ? 'There are no runs yet.'
      : { hint: `The newest runs are ${newest}.`, action: { action: 'list-runs' } },
  );
}
