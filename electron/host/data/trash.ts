import type { TrashEntry } from '../../../shared/contract/types.ts';
import { keptInTrashMs } from '../../../shared/contract/trash-time.ts';
import { StoreError } from '../../store/errors.ts';
import type { RestoreResult, TrashContents, TrashRow, TrashTarget } from '../../store/trash/trash-queries.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataContext, DataHandlers } from './data-context.ts';
import { withName } from './with-name.ts';

/** What was, or would be, deleted, and where it is in the trash. */
export interface Deleted extends TrashContents {
  trash: string | null;
}

/**
 * Deletes something: it goes to the trash, or for good.
 * @throws StoreError `not-found`, `conflict`
 */
export async function deleteTarget(
  { workspace: { queries }, publish }: DataContext,
  target: TrashTarget,
  { dryRun = false, forGood = false }: { dryRun?: boolean; forGood?: boolean | undefined },
): Promise<Deleted> {
  if (dryRun) return { ...(await queries.trash.contents(target)), trash: null };
  const [row] = await queries.trash.put([target], { forGood });
  if (row === undefined) throw new Error('Nothing was deleted.');
  publish('trash', {});
  return { ...row.contents, trash: forGood ? null : row.id };
}

const entryOf = (row: TrashRow): TrashEntry => ({
  ...row,
  goesAt: new Date(Date.parse(row.deletedAt) + keptInTrashMs).toISOString(),
});

/** @throws HostError `unknown-trash` */
async function requireEntry({ queries }: Workspace, id: string): Promise<TrashRow> {
  try {
    return await queries.trash.get(id);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'not-found') throw error;
    throw new HostError(
      'unknown-trash',
      `There is nothing with the id "${id}" in the trash.`,
      '"trash list" tells what there is.',
    );
  }
}

/** @throws HostError `name-taken`, `conflict` */
function requireRestored(result: RestoreResult): Extract<RestoreResult, { kind: 'restored' }> {
  switch (result.kind) {
    case 'restored':
      return result;
    case 'taken':
      throw new HostError(
        'name-taken',
        `There is a ${result.row.kind} "${result.name}" already.`,
        'Restore it with another name.',
        { name: result.name },
      );
    case 'within': {
      const { kind, within, project, spider } = result.row;
      const what = within === 'project' ? `project "${project}"` : `spider "${spider ?? ''}"`;
      throw new HostError(
        'conflict',
        `The ${what} that this ${kind} belongs to is in the trash as well.`,
        `Restore the ${within ?? 'spider'} before.`,
      );
    }
    default:
      return result satisfies never;
  }
}

/** Tells windows of what is there again. */
async function publishRestored({ workspace, publish, window }: DataContext, row: TrashRow): Promise<void> {
  publish('trash', {});
  const { project, spider } = row;
  if (row.kind === 'page' && spider !== null) publish('pages', { project, spider });
  if (row.kind === 'project') publish('projects', { project });
  if (row.kind === 'spider' && spider !== null) {
    const newest = await workspace.queries.spiders.get({ project, spider });
    publish('spiders', { project, spider, what: 'saved', version: newest?.version ?? null, by: window });
    publish('schedules', { schedule: null, project });
  }
}

/** Handlers of the calls about the trash. */
export const trashHandlers: DataHandlers<'trash'> = {
  'trash.list': async (_, { workspace }) => (await workspace.queries.trash.list()).map(entryOf),
  'trash.restore': async ({ entry, name }, context) => {
    const row = await requireEntry(context.workspace, entry);
    if (name !== undefined && row.kind !== 'project' && row.kind !== 'spider')
      throw new HostError('bad-arguments', `A ${row.kind} has no name that could be changed.`);
    const isOther = name !== undefined && name !== (row.kind === 'project' ? row.project : row.spider);
    const other = isOther ? { name, revise: (text: string) => withName(text, name) } : null;
    const restored = requireRestored(await context.workspace.queries.trash.restore(entry, other));
    const { project, spider } = restored;
    await publishRestored(context, { ...row, project, spider });
    return { entry: entryOf(row), project, spider };
  },
  'trash.empty': async ({ entries }, { workspace, publish }) => {
    const { trash } = workspace.queries;
    const ids = entries ?? (await trash.list()).map(({ id }) => id);
    let removed = 0;
    let bytes = 0;
    for (const id of ids) {
      // What goes along with one that was removed before is gone by now.
      const row =
        entries === null ? await trash.get(id).catch(() => null) : await requireEntry(workspace, id);
      if (row === null) continue;
      await trash.remove(id);
      removed += 1;
      bytes += row.contents.bytes;
    }
    publish('trash', {});
    return { removed, bytes };
  },
  'trash.free': async (_, { workspace }) => ({ more: await workspace.queries.trash.step() }),
};

/** Work about the trash for the host itself; no client can call it. */
export const trashInternalHandlers = {
  /** Removes what has been in the trash for long, and frees some room. @returns whether there is more to free */
  tidyTrash: async (
    { now }: { now: number },
    { workspace: { queries }, publish }: DataContext,
  ): Promise<boolean> => {
    if ((await queries.trash.removeOlder(now - keptInTrashMs)) > 0) publish('trash', {});
    return queries.trash.step();
  },
};
