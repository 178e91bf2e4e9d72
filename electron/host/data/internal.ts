import type { FleetStatus } from '../../../shared/contract/types.ts';
import type { NetworkAnswer } from '../../../shared/network-answer.ts';
import { statSync } from 'node:fs';
import type { QueryClass } from '../../../shared/contract/define.ts';
import type { ItemView as ContractView, RunOutcome, RunSummary } from '../../../shared/contract/types.ts';
import type { FilePart } from '../../store/files/file-queries.ts';
import type { ItemView } from '../../store/items/item-queries.ts';
import { beginSpider } from './begin-spider.ts';
import { appStatus } from './app.ts';
import { storeView } from './item-source.ts';
import { pictureTypes, type KeptPicture, type PictureFacts } from '../../store/pages/picture-queries.ts';
import type {
  KeptSheet,
  NewSavedPage,
  SavedContent,
  SavedPageRow,
} from '../../store/pages/saved-page-queries.ts';
import type { Changes, KnownChanges } from '../../store/change-queries.ts';
import type { NewProof, ProofRow } from '../../store/spiders/proof-queries.ts';
import type { NewLockedValues } from '../../store/pages/locked-value-queries.ts';
import type { Totals } from '../../store/totals/total-queries.ts';
import { datasetInternalHandlers } from './dataset-internal.ts';
import { recipeInternalHandlers } from './recipe-internal.ts';
import { scrapeInternalHandlers } from './scrape-internal.ts';
import { keyInternalHandlers } from './key-internal.ts';
import { fleetStatus } from './fleet.ts';
import { healthInternalHandlers } from './health-internal.ts';
import { packInternalHandlers } from './pack-internal.ts';
import { queueInternalHandlers } from './queue-internal.ts';
import { noticeInternalHandlers } from './notice-internal.ts';
import { retentionInternalHandlers } from './retention.ts';
import { scheduleInternalHandlers } from './schedule-internal.ts';
import { storageInternalHandlers } from './storage-internal.ts';
import { webhookInternalHandlers } from './webhook-internal.ts';
import { trashInternalHandlers } from './trash.ts';
import { startRequestsOf, writeRequest, type WrittenRequest } from '../../../shared/spider/start-requests.ts';
import { HostError } from '../errors.ts';
import { checkedSpider } from './checked-spider.ts';
import { withUsualArgs } from './run-args.ts';
import { requirePage } from './require.ts';
import { runSummary } from './rows.ts';
import { pageTitle } from './page-title.ts';
import { isCarriedOut } from '../../store/runs/run-states.ts';
import { expiredLoginOf } from './expired-login.ts';
import { requireRun } from './require-run.ts';
import { requireSpider, requireVersion } from './stored-spiders.ts';
import { defaultSettingsOf } from './effective-spider.ts';
import type { DraftPlace, DraftRow } from '../../store/spiders/draft-queries.ts';
import { publishPages, type PageOwner } from './page-owner.ts';
import { requireDraft } from './require-draft.ts';
import { readSettingsOf } from './read-settings.ts';
import { domainsOfText } from '../../../shared/spider/text-domains.ts';
import { withDefaults } from '../../../shared/spider/default-settings.ts';
import type { Settings } from '../../../shared/spider/settings-schema.ts';
import { databaseFile, type Workspace } from '../workspace/workspace.ts';
import type { DataContext } from './data-context.ts';

/** Changes of the database since an earlier query. */
export interface ChangeReport extends Omit<Changes, 'runs'> {
  runs: RunSummary[];
}

/** Database work for the host itself; no client can call it. */
export const internalHandlers = {
  ...queueInternalHandlers,
  ...scheduleInternalHandlers,
  ...noticeInternalHandlers,
  ...healthInternalHandlers,
  ...datasetInternalHandlers,
  ...packInternalHandlers,
  ...recipeInternalHandlers,
  ...storageInternalHandlers,
  ...retentionInternalHandlers,
  ...trashInternalHandlers,
  ...keyInternalHandlers,
  ...scrapeInternalHandlers,
  ...webhookInternalHandlers,
  fleet: (_: null, { workspace }: DataContext): Promise<FleetStatus | null> => fleetStatus(workspace),
  totals: (_: null, { workspace }: DataContext): Promise<Totals> => workspace.queries.totals.read(),
  appStatus: (_: null, { workspace }: DataContext) => appStatus(workspace),
  changesSince: async (
    known: KnownChanges,
    { workspace: { queries } }: DataContext,
  ): Promise<ChangeReport | null> => {
    const changes = await queries.changes.since(known);
    return changes === null ? null : { ...changes, runs: changes.runs.map(runSummary) };
  },
  addPage: async (
    { owner, page }: { owner: PageOwner; page: NewSavedPage },
    context: DataContext,
  ): Promise<SavedPageRow> => {
    await requireOwner(context.workspace, owner);
    const { savedPages } = context.workspace.queries;
    const { project, spider, draft } = owner;
    const added =
      spider === null
        ? await savedPages.addToDraft(project, draft ?? '', page)
        : await savedPages.add(project, spider, page);
    publishPages(context, owner);
    return added;
  },
  /** The answers that carry what is seen on a saved page. */
  pageAnswers: async ({ page }: { page: string }, { workspace }: DataContext): Promise<NetworkAnswer[]> => {
    await requirePage(workspace, page);
    return workspace.queries.savedPages.answers(page);
  },
  /** Creates a spider that fetches a page, under a name that is free, and saves the page to it. */
  beginSpider: async (
    { project, content }: { project: string; content: SavedContent },
    context: DataContext,
  ): Promise<{ spider: string; page: SavedPageRow }> => {
    const spider = await beginSpider(context, project, content.url ?? '');
    const page = await context.workspace.queries.savedPages.add(project, spider, { ...content, run: null });
    context.publish('pages', { project, spider });
    return { spider, page };
  },
  /** Replaces a page that was fetched again. A title set by a person stays. */
  renewPage: async (
    { page, content }: { page: string; content: SavedContent },
    context: DataContext,
  ): Promise<SavedPageRow> => {
    const { workspace } = context;
    await requirePage(workspace, page);
    const renewed = await workspace.queries.savedPages.replace(page, ({ title, url }, html) =>
      pageTitle(html, url) === title ? content : { ...content, title },
    );
    publishPages(context, renewed);
    return renewed;
  },
  /** Adds a newer copy of a page beside it. */
  addCopy: async (
    { page, content }: { page: string; content: SavedContent },
    context: DataContext,
  ): Promise<SavedPageRow> => {
    await requirePage(context.workspace, page);
    const copy = await context.workspace.queries.savedPages.addCopy(page, content);
    publishPages(context, copy);
    return copy;
  },
  /** The saved pages of a spider, oldest first. */
  savedPages: async (
    { project, spider }: { project: string; spider: string },
    { workspace }: DataContext,
  ): Promise<SavedPageRow[]> => {
    await requireSpider(workspace, project, spider);
    return (await workspace.queries.savedPages.list(project, spider)).toReversed();
  },
  /** Keeps a proof with the version, or with the draft, that has the text; null: nothing has it. */
  keepProof: async (
    { of, proof }: { of: DraftPlace; proof: NewProof },
    { workspace: { queries }, publish }: DataContext,
  ): Promise<ProofRow | null> => {
    const kept = await queries.proofs.keep(of, proof);
    if (of.spider === null || kept === null || kept.version === null) return kept;
    const newest = await queries.spiders.get(of);
    if (newest !== null) publish('spiders', { ...of, what: 'proved', version: newest.version, by: null });
    return kept;
  },
  /** The draft of a spider that was never saved. */
  requireDraft: (
    { project, draft }: { project: string; draft: string },
    { workspace }: DataContext,
  ): Promise<DraftRow> => requireDraft(workspace, project, draft),
  /** Tells something about a run in its log. */
  noteOnRun: async (
    { run, kind, message }: { run: string; kind: string; message: string },
    { workspace: { queries } }: DataContext,
  ): Promise<null> => {
    await queries.events.add(run, { kind, url: null, message });
    return null;
  },
  lockValues: async (
    { project, spider, values }: { project: string; spider: string; values: readonly NewLockedValues[] },
    { workspace, publish }: DataContext,
  ): Promise<null> => {
    await workspace.queries.lockedValues.lock(values);
    publish('pages', { project, spider });
    return null;
  },
  keepSheets: async (
    { page, sheets }: { page: string; sheets: readonly KeptSheet[] },
    context: DataContext,
  ): Promise<SavedPageRow> => {
    await requirePage(context.workspace, page);
    const kept = await context.workspace.queries.savedPages.keepSheets(page, sheets);
    publishPages(context, kept);
    return kept;
  },
  fileFacts: async (
    { sha256 }: { sha256: string },
    { workspace }: DataContext,
  ): Promise<{ bytes: number; type: string; isPicture: boolean } | null> => {
    const facts = await workspace.queries.files.facts(sha256);
    return facts === null ? null : { ...facts, isPicture: pictureTypes.some((type) => type === facts.type) };
  },
  filePart: (
    { sha256, index }: { sha256: string; index: number },
    { workspace }: DataContext,
  ): Promise<FilePart | null> => workspace.queries.files.part(sha256, index),
  knownPictures: (
    { project, urls }: { project: string; urls: readonly string[] },
    { workspace }: DataContext,
  ): Promise<PictureFacts[]> => workspace.queries.pictures.known(project, urls),
  pictures: (
    { project, urls }: { project: string; urls: readonly string[] },
    { workspace }: DataContext,
  ): Promise<KeptPicture[]> => workspace.queries.pictures.get(project, urls),
  keepPictures: async (
    { project, pictures }: { project: string; pictures: readonly KeptPicture[] },
    { workspace }: DataContext,
  ): Promise<null> => {
    if (pictures.length > 0) await workspace.queries.pictures.keep(project, pictures);
    return null;
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
  /**
   * Settings for fetching a page: the valid ones of `text`, else those of the newest version or of the draft, and those of the
   * project.
   */
  pageSettings: async (
    { owner, text }: { owner: PageOwner; text: string | null },
    { workspace }: DataContext,
  ): Promise<Settings> => {
    await requireOwner(workspace, owner);
    const own = readSettingsOf(text ?? (await newestText(workspace, owner)));
    return withDefaults(own, await defaultSettingsOf(workspace.queries, owner.project));
  },
  /** The domains of `text`, else of the newest version or of the draft; none where they cannot be read. */
  pageDomains: async (
    { owner, text }: { owner: PageOwner; text: string | null },
    { workspace }: DataContext,
  ): Promise<string[]> => [...(domainsOfText(text ?? (await newestText(workspace, owner))) ?? [])],
  /** A start request of a text or of the newest version, counted from 1, and the settings that apply to it. */
  startRequest: async (
    {
      project,
      spider: name,
      number,
      text: given,
    }: { project: string; spider: string; number: number; text: string | null },
    { workspace }: DataContext,
  ): Promise<{ request: WrittenRequest; settings: Settings }> => {
    await requireSpider(workspace, project, name);
    const text = given ?? (await requireVersion(workspace, project, name, null)).text;
    const spider = withUsualArgs(checkedSpider(text, `The spider "${name}"`).spider);
    const requests = startRequestsOf(spider);
    const request = requests[number - 1];
    if (request === undefined) {
      throw new HostError(
        'unknown-request',
        `${name} has no start request ${number}.`,
        `It has ${requests.length}: "start_requests" of the spider, counted from 1.`,
      );
    }
    const defaults = await defaultSettingsOf(workspace.queries, project);
    return { request: writeRequest(request), settings: withDefaults(spider.settings ?? {}, defaults) };
  },
  /** The settings that a project gives to its spiders; none where there is no such project. */
  projectSettings: (
    { project }: { project: string },
    { workspace }: DataContext,
  ): Promise<Record<string, unknown>> => defaultSettingsOf(workspace.queries, project),
  /** The outcome of a run so far, and whether a process is executing it. */
  outcome: async (
    { run }: { run: string },
    { workspace }: DataContext,
  ): Promise<{ underWay: boolean; outcome: RunOutcome }> => {
    const { runs } = workspace.queries;
    const row = await requireRun(workspace, run);
    const { state, reason, cause, counters } = runSummary(row);
    const outcome: RunOutcome = {
      run,
      state,
      reason,
      cause,
      counters,
      failed: state === 'failed' || state === 'interrupted',
      tiers: await runs.tiers(run),
      receipt: row.sessions > 1 ? await runs.receipt(run) : null,
      expiredLogin: await expiredLoginOf(workspace, row),
    };
    return { underWay: isCarriedOut(row), outcome };
  },
  /** Resolves an item view for an export, limited to the items that exist now. */
  exportView: (view: ContractView, { workspace }: DataContext): Promise<ItemView> =>
    storeView(workspace, view, null),
  sizes: async (_: null, { workspace: { dataDir, queries } }: DataContext) => {
    const size = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const database = databaseFile(dataDir);
    return {
      databaseBytes: size(database) + size(`${database}-wal`),
      storedPages: await queries.pages.size(),
    };
  },
  /** Pauses a run whose thread has crashed, and records the reason. */
  crashed: async (
    { run, reason }: { run: string; reason: string },
    { workspace, publish }: DataContext,
  ): Promise<RunSummary> => {
    await requireRun(workspace, run);
    const summary = runSummary(await workspace.queries.runs.cutOff(run, reason));
    publish('runs', { kind: 'run', run: summary });
    return summary;
  },
};

/** @throws HostError `unknown-spider`, `unknown-draft` */
async function newestText(workspace: Workspace, { project, spider, draft }: PageOwner): Promise<string> {
  const newest =
    spider === null
      ? await requireDraft(workspace, project, draft)
      : await requireVersion(workspace, project, spider, null);
  return newest.text;
}

async function requireOwner(workspace: Workspace, { project, spider, draft }: PageOwner): Promise<void> {
  if (spider === null) await requireDraft(workspace, project, draft);
  else await requireSpider(workspace, project, spider);
}

/** The internal handlers, by name. */
export type Internal = typeof internalHandlers;
/** Name of an internal handler. */
export type InternalName = keyof Internal;

/** The database as the host asks it, whichever thread answers. */
export interface AskedDatabase {
  /** Runs an internal handler. @throws HostError */
  ask<N extends InternalName>(
    queryClass: QueryClass,
    name: N,
    args: Parameters<Internal[N]>[0],
  ): Promise<Awaited<ReturnType<Internal[N]>>>;
}
