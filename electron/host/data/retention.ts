import type { RetentionRules, SpiderRetention } from '../../../shared/contract/types.ts';
import { StoreError } from '../../store/errors.ts';
import { parsedJson } from '../../store/database/json-columns.ts';
import { isoTime } from '../../store/database/rows.ts';
import { memberOf } from '../../../shared/spider/plain.ts';
import type { SpiderName } from '../../store/history/crawl-history-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataContext, DataHandlers } from './data-context.ts';
import { requireProject } from './require-project.ts';
import { requireRun } from './require-run.ts';
import { mayRemoveRuns, retentionOf } from './retention-plan.ts';
import { requireSpider } from './stored-spiders.ts';

/** What was removed by rule. */
export type Removed = NonNullable<RetentionRules['last']>['removed'];

/** Handlers of the calls about what goes by rule that need only the database. */
export const retentionHandlers: DataHandlers<'retention'> = {
  'retention.rules': (_, { workspace }) => rulesOf(workspace),
  'retention.set': async ({ project, spider, rule }, { workspace }) => {
    const scope = await requireScope(workspace, { project, spider });
    workspace.retention.setRule(scope, rule);
    return rulesOf(workspace);
  },
  'retention.configure': ({ nightly }, { workspace }) => {
    const before = workspace.retention.settings();
    // The first night is the next one, whenever it is turned on.
    workspace.retention.configure({ nightly, ...(nightly && !before.nightly ? { doneAt: Date.now() } : {}) });
    return rulesOf(workspace);
  },
};

/** Handlers of the calls about what a run keeps. */
export const runRetentionHandlers: Pick<DataHandlers<'runs'>, 'runs.pin' | 'runs.retention'> = {
  'runs.pin': async ({ run, pinned }, { workspace }) => {
    await requireRun(workspace, run);
    return workspace.retention.pin(run, pinned);
  },
  'runs.retention': async ({ run }, { workspace }) => {
    await requireRun(workspace, run);
    return workspace.retention.ofRun(run);
  },
};

/** Database work of the removal by rule. */
export const retentionInternalHandlers = {
  /** The spiders of a scope that have a rule, and whether their datasets have to be current. */
  ruledSpiders: async (
    scope: { project?: string; spider?: string },
    { workspace }: DataContext,
  ): Promise<(SpiderName & { needsDataset: boolean })[]> => {
    const { project, spider } = await requireScope(workspace, scope);
    const all = await workspace.queries.spiders.list(project);
    return all
      .filter((each) => spider === null || each.name === spider)
      .map((each) => ({ project: each.project, spider: each.name }))
      .filter((each) => workspace.retention.ruleOf(each).from !== 'none')
      .map((each) => ({ ...each, needsDataset: mayRemoveRuns(workspace, each) }));
  },
  spiderRetention: (
    { spider, now }: { spider: SpiderName; now: number },
    { workspace }: DataContext,
  ): Promise<SpiderRetention | null> => retentionOf(workspace, spider, now),
  /** Decides that what goes of a spider by its rule goes; `retentionStep` frees the room. */
  beginRetention: async (
    { spider, now, only }: { spider: SpiderName; now: number; only: readonly string[] | null },
    context: DataContext,
  ): Promise<Removed> => {
    const { workspace } = context;
    const found = await retentionOf(workspace, spider, now);
    const meant = new Set(only);
    const among = <T extends { run: string }>(runs: readonly T[]): T[] =>
      runs.filter(({ run }) => only === null || meant.has(run));
    const [remove, pages, detail] = [
      among(found?.remove ?? []),
      among(found?.pages ?? []),
      among(found?.detail ?? []),
    ];
    for (const { run } of remove) await removeRun(workspace, run);
    workspace.retention.dropParts(
      pages.map(({ run }) => run),
      'pages',
    );
    workspace.retention.dropParts(
      detail.map(({ run }) => run),
      'detail',
    );
    const sum = (all: readonly { bytes: number }[]): number =>
      all.reduce((total, { bytes }) => total + bytes, 0);
    return {
      runs: remove.length,
      items: remove.reduce((total, { items }) => total + items, 0),
      pagesOf: pages.length,
      detailOf: detail.length,
      bytes: sum(remove) + sum(pages) + sum(detail),
    };
  },
  /** Frees some of the room of what was decided to go. @returns whether there is more */
  retentionStep: async (_: null, { workspace }: DataContext): Promise<boolean> =>
    workspace.retention.dropStep() || workspace.queries.trash.step(),
  /** Whether rules are applied by the clock, and when they were last. */
  retentionSettings: (_: null, { workspace }: DataContext) => workspace.retention.settings(),
  /** Notes that a night has begun, so that no other process begins it. @returns false: another one has */
  beginNight: ({ moment, now }: { moment: number; now: number }, { workspace }: DataContext): boolean => {
    const { nightly, doneAt } = workspace.retention.settings();
    if (!nightly || (doneAt ?? 0) >= moment) return false;
    workspace.retention.configure({ doneAt: now });
    return true;
  },
  noteRetention: ({ at, removed }: { at: number; removed: Removed }, { workspace }: DataContext): void =>
    workspace.retention.configure({ done: JSON.stringify({ at: isoTime(at), removed }) }),
};

/** A run that has gone meanwhile, or is needed by another one since, is left as it is. */
async function removeRun({ queries }: Workspace, run: string): Promise<void> {
  try {
    await queries.trash.put([{ kind: 'run', run }], { forGood: true });
  } catch (error) {
    if (!(error instanceof StoreError) || !['not-found', 'conflict'].includes(error.code)) throw error;
  }
}

function rulesOf({ retention }: Workspace): RetentionRules {
  const { nightly, done } = retention.settings();
  return { rules: retention.rules(), nightly, last: lastOf(done) };
}

/** What the last night has done, as it was noted; null: there was none, or the note cannot be read. */
function lastOf(json: string | null): RetentionRules['last'] {
  const value = json === null ? null : parsedJson(json);
  const [at, removed] = [memberOf(value, 'at'), memberOf(value, 'removed')];
  if (typeof at !== 'string') return null;
  const count = (name: keyof Removed): number => Number(memberOf(removed, name) ?? 0);
  return {
    at,
    removed: {
      runs: count('runs'),
      items: count('items'),
      pagesOf: count('pagesOf'),
      detailOf: count('detailOf'),
      bytes: count('bytes'),
    },
  };
}

/** @throws HostError `unknown-project`, `unknown-spider` */
async function requireScope(
  workspace: Workspace,
  { project, spider }: { project?: string | undefined; spider?: string | undefined },
): Promise<{ project: string | null; spider: string | null }> {
  if (spider !== undefined) await requireSpider(workspace, project ?? 'default', spider);
  else if (project !== undefined) await requireProject(workspace, project);
  return {
    project: spider === undefined ? (project ?? null) : (project ?? 'default'),
    spider: spider ?? null,
  };
}
