import { statSync } from 'node:fs';
import type { ItemView as ContractView, RunOutcome, RunSummary } from '../../../shared/contract/types.ts';
import type { ItemView } from '../../store/items/item-views.ts';
import { appStatus } from './app.ts';
import { storeView } from './item-source.ts';
import type { EventRow } from '../../store/events/events.ts';
import type {
  KeptSheet,
  NewSavedPage,
  SavedContent,
  SavedPageRow,
} from '../../store/pages/saved-page-queries.ts';
import type { SpiderStamp } from '../../store/changes.ts';
import { requirePage } from './require.ts';
import { runSummary } from './rows.ts';
import { pageTitle } from './page-title.ts';
import { isCarriedOut } from './run-control.ts';
import { requireRun } from './require-run.ts';
import { tiersOf } from './run-tiers.ts';
import { resumeReceipt } from './runs.ts';
import { requireSpider, requireVersion } from './stored-spiders.ts';
import { readSettingsOf } from './read-settings.ts';
import type { Settings } from '../../../shared/spider/settings-schema.ts';
import type { DataContext } from './data-context.ts';

/** What has changed since the last look. */
export interface Look {
  /** Grows whenever somebody has written. */
  version: number;
  runs: RunSummary[];
  newestRun: string;
  states: { id: string; state: string }[];
  spiders: SpiderStamp[];
  projects: string[];
}

export interface LogPortion {
  events: EventRow[];
  /** When the newest event of the run happened, in milliseconds since 1970; 0: there is none. */
  newest: number;
  /** Whether somebody carries the run out. */
  underway: boolean;
}

/** Work at the database that the host itself needs: no window can call it. */
export const internalHandlers = {
  appStatus: (_: null, { workspace }: DataContext) => appStatus(workspace),
  look: (
    { known, runs, after }: { known: number | null; runs: readonly string[]; after: string },
    { workspace: { store } }: DataContext,
  ): Look | null => {
    const version = store.changes.version();
    if (version === known) return null;
    return {
      version,
      runs: store.changes.runs(runs, after).map(runSummary),
      newestRun: store.changes.newestRun(),
      states: store.changes.states(),
      spiders: store.changes.spiders(),
      projects: store.changes.projects(),
    };
  },
  /** Events of a run from a time or a place on, oldest first. */
  log: (
    {
      run,
      since,
      after,
      kinds,
      url,
      limit,
    }: {
      run: string;
      since: number | null;
      after: string | null;
      kinds: readonly string[];
      url: string | null;
      limit: number;
    },
    { workspace: { store } }: DataContext,
  ): LogPortion => {
    const events = store.events.list(run, {
      ...(after === null ? { since: since ?? 0 } : { after }),
      ...(url === null ? {} : { url }),
      kinds,
      limit,
    });
    const [last] = store.events.list(run, { limit: 1 });
    const newest = last === undefined ? 0 : Date.parse(last.at);
    const { state } = store.runs.get(run);
    return { events, newest, underway: state === 'running' || state === 'pausing' || state === 'queued' };
  },
  addPage: async (
    { project, spider, page }: { project: string; spider: string; page: NewSavedPage },
    { workspace, publish }: DataContext,
  ): Promise<SavedPageRow> => {
    await requireSpider(workspace, project, spider);
    const added = await workspace.queries.savedPages.add(project, spider, page);
    publish('pages', { project, spider });
    return added;
  },
  /** A page that was fetched once more. A title that a person gave it stays. */
  renewPage: async (
    { page, content }: { page: string; content: SavedContent },
    { workspace, publish }: DataContext,
  ): Promise<SavedPageRow> => {
    await requirePage(workspace, page);
    const renewed = await workspace.queries.savedPages.replace(page, ({ title, url }, html) =>
      pageTitle(html, url) === title ? content : { ...content, title },
    );
    const { project, spider } = renewed;
    publish('pages', { project, spider });
    return renewed;
  },
  keepSheets: async (
    { page, sheets }: { page: string; sheets: readonly KeptSheet[] },
    { workspace, publish }: DataContext,
  ): Promise<SavedPageRow> => {
    await requirePage(workspace, page);
    const kept = await workspace.queries.savedPages.keepSheets(page, sheets);
    publish('pages', { project: kept.project, spider: kept.spider });
    return kept;
  },
  requirePage: ({ page }: { page: string }, { workspace }: DataContext): Promise<SavedPageRow> =>
    requirePage(workspace, page),
  requireSpider: async (
    { project, spider }: { project: string; spider: string },
    { workspace }: DataContext,
  ): Promise<null> => {
    await requireSpider(workspace, project, spider);
    return null;
  },
  /** The settings that a page is got with: those of a text as far as they are valid, else of the newest version. */
  pageSettings: async (
    { project, spider, text }: { project: string; spider: string; text: string | null },
    { workspace }: DataContext,
  ): Promise<Settings> => {
    await requireSpider(workspace, project, spider);
    return readSettingsOf(text ?? (await requireVersion(workspace, project, spider, null)).text);
  },
  /** How a run stands, and whether somebody carries it out. */
  outcome: (
    { run }: { run: string },
    { workspace }: DataContext,
  ): { underWay: boolean; outcome: RunOutcome } => {
    const row = requireRun(workspace, run);
    const { state, reason, counters } = runSummary(row);
    const outcome: RunOutcome = {
      run,
      state,
      reason,
      counters,
      failed: state === 'failed' || state === 'interrupted',
      tiers: tiersOf(workspace, run).tiers ?? null,
      receipt: resumeReceipt(workspace, run),
    };
    return { underWay: isCarriedOut(row), outcome };
  },
  /** The items of an export, fixed to those that are there now. */
  exportView: (view: ContractView, { workspace }: DataContext): Promise<ItemView> =>
    storeView(workspace, view, null),
  sizes: (_: null, { workspace: { store } }: DataContext) => {
    const size = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const stored = store.pages.size();
    return { databaseBytes: size(store.path) + size(`${store.path}-wal`), storedPages: stored };
  },
  /** The thread that carried a run out has broken: the run is paused, with the reason. */
  crashed: (
    { run, reason }: { run: string; reason: string },
    { workspace, publish }: DataContext,
  ): RunSummary => {
    const { runs } = workspace.store;
    const row = requireRun(workspace, run);
    // It may read as interrupted: the lock of its owner went with the thread.
    if (row.state === 'interrupted' || isCarriedOut(row)) runs.cutOff(run, reason);
    const summary = runSummary(requireRun(workspace, run));
    publish('runs', { kind: 'run', run: summary });
    return summary;
  },
};

export type Internal = typeof internalHandlers;
export type InternalName = keyof Internal;
