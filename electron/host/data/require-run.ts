import { StoreError } from '../../store/errors.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Reads a run; null: there is none. */
export async function runOrNull({ queries }: Pick<Workspace, 'queries'>, id: string): Promise<RunRow | null> {
  try {
    return await queries.runs.get(id);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'not-found') return null;
    throw error;
  }
}

/** Reads a run. @throws HostError `unknown-run`, with the newest ids as hint */
export async function requireRun(workspace: Workspace, id: string): Promise<RunRow> {
  const run = await runOrNull(workspace, id);
  if (run !== null) return run;
  const { queries } = workspace;
  const newest = (await queries.runs.list({ limit: 5 })).map((run) => run.id).join(', ');
  throw new HostError(
    'unknown-run',
    `There is no run "${id}".`,
    newest === ''
      ? 'There are no runs yet.'
      : { hint: `The newest runs are ${newest}.`, action: { action: 'list-runs' } },
  );
}
