import type { RequestMessage } from '../../../../shared/request-message.ts';
import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { CompressedPage, Hop, ResponseHead } from '../../../../electron/engine/ports/ledger.ts';
import type { EscalationState } from '../../../../electron/engine/proxy-state.ts';
import { notFound } from '../../../../electron/store/errors.ts';
import type { DigestRow, NoticeChannelRow } from '../../../../electron/store/notices/notice-queries.ts';
import type { Change } from '../../../../electron/store/outbox/change.ts';
import type { OutboxEntry } from '../../../../electron/store/outbox/outbox-queries.ts';
import type { HistoryPage, SpiderName } from '../../../../electron/store/history/crawl-history-queries.ts';
import type { ItemRow } from '../../../../electron/store/items/item-queries.ts';
import type { LockedValues } from '../../../../electron/store/pages/locked-value-queries.ts';
import type { KeptPicture } from '../../../../electron/store/pages/picture-queries.ts';
import type { NetworkAnswer } from '../../../../shared/network-answer.ts';
import type { KeptSheet, SavedPageRow } from '../../../../electron/store/pages/saved-page-queries.ts';
import type {
  ExportIntention,
  RecipeRow,
  RecipeRun,
} from '../../../../electron/store/recipes/recipe-queries.ts';
import type { ProjectDefaults } from '../../../../electron/store/projects/project-queries.ts';
import { requireProjectName } from '../../../../electron/store/projects/project-rows.ts';
import type { QueueRow, QueueWorkerRow } from '../../../../electron/store/queue/queue-queries.ts';
import type { RequestRow, TravellingRow } from '../../../../electron/store/requests/request-queries.ts';
import type { RunRow } from '../../../../electron/store/runs/run-queries.ts';
import type { ScheduleRow, TickRow } from '../../../../electron/store/schedules/schedule-queries.ts';
import type { TrashRow } from '../../../../electron/store/trash/trash-queries.ts';
import type { VersionOrigin } from '../../../../shared/spider/version-origins.ts';
import type { DraftRow } from '../../../../electron/store/spiders/draft-queries.ts';
import type { LibraryImport } from '../../../../electron/store/spiders/pack-queries.ts';
import type { NewProof, VersionProof } from '../../../../electron/store/spiders/proof-queries.ts';
import type { SpiderHealth } from '../../../../shared/contract/types.ts';
import type { RunExpectations } from '../../../../shared/spider/expectation-report.ts';
import { startTime } from './studio.ts';

export const isoTime = (ms: number): string => new Date(ms).toISOString();
export const revisionOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What is known of a spider. */
export interface Spider {
  id: string;
  createdAt: string;
  /** Oldest first. */
  versions: {
    id: string;
    number: number;
    text: string;
    createdAt: string;
    note: string | null;
    label: string | null;
    origin: VersionOrigin;
  }[];
  /** Oldest first. */
  runs: Run[];
  pages: Map<string, HistoryPage>;
  cached: Set<string>;
  draft: DraftRow | null;
  health: Omit<SpiderHealth, 'spider'> | null;
  proofs: KeptProof[];
  /** Versions that were imported from the library. Left out: none. */
  imports?: Omit<LibraryImport, 'project' | 'spider'>[];
}

/** A proof with what tells it apart. */
export type KeptProof = VersionProof & Pick<NewProof, 'signature' | 'certificate' | 'hash'>;

/** What is known of a project. */
interface Project {
  id: string;
  createdAt: string;
  spiders: Map<string, Spider>;
  defaults: ProjectDefaults;
}

/** A run as written, with what belongs to it. */
export interface Run {
  row: Omit<RunRow, 'project' | 'spider' | 'counters' | 'replacedBy' | 'breaches'>;
  /** Since when it works, in milliseconds since 1970; null: it does not. */
  activeSince: number | null;
  /** In the order of admission. */
  requests: Request[];
  /** Rows that lead to pages, in the order in which they were found. */
  rows: { from: string; target: string | null; reason: string | null; row: Omit<TravellingRow, 'from'> }[];
  events: RecordedEvent[];
  exclusions: string[];
  routes: EscalationState | null;
  expectations: RunExpectations | null;
}

/** A recipe that is carried out for a run. */
export interface KeptRecipeRun extends Omit<RecipeRun, 'retryAt'> {
  /** Its id. */
  recipe: string;
  dueAt: number;
}

/** A run with the names of its spider and project, which may change. */
export interface NamedRun extends Run {
  of: SpiderName;
}

export interface Request {
  row: RequestRow;
  fingerprint: string;
  origin: string;
  /** How often it was queued again from in flight, for which session last, and how often it was claimed after that. */
  recovered: number;
  requeuedIn: number | null;
  claimedAgain: number;
  /** How often its process ended with it in flight. */
  deaths: number;
  items: ItemRow[];
  page: CompressedPage | null;
  /** When the page was received, in milliseconds since 1970. */
  fetchedAt: number | null;
  head: ResponseHead | null;
  hops: readonly Hop[];
  message: RequestMessage | null;
  rendered: boolean;
}

export interface RecordedEvent {
  id: number;
  /** In milliseconds since 1970. */
  at: number;
  kind: string;
  url: string | null;
  message: string;
}

export interface KeptSavedPage {
  row: SavedPageRow;
  html: string;
  sheets: readonly KeptSheet[];
  answers: readonly NetworkAnswer[];
  locked: LockedValues[];
}

/** An entry of the queue. */
export interface Entry {
  row: QueueRow;
  position: number;
  /** In milliseconds since 1970. */
  dueAt: number;
  cleared: boolean;
  /** Of the worker that carries it out; null: nobody does. */
  lock: string | null;
  lease: number;
  settled: number;
  losses: number;
  asked: 'pause' | 'stop' | null;
}

/** A schedule, and what was decided about its moments. */
export interface KeptSchedule {
  row: Omit<ScheduleRow, 'last'>;
  ticks: Omit<TickRow, 'run'>[];
}

/** What is in the trash, as it was taken out of the tables. */
export interface KeptTrash {
  row: Omit<TrashRow, 'within'>;
  /** The project, or that of the spider. */
  project: Project | null;
  /** The spider, or that of the run or the page; null: a project. */
  spider: Spider | null;
  /** The spiders that were deleted, by name. */
  spiders: [string, Spider][];
  runs: Run[];
  pages: KeptSavedPage[];
  /** Of the spiders. */
  entries: Entry[];
  schedules: KeptSchedule[];
  /** Entries of the queue and the runs that they had. */
  links: { entry: Entry; run: string | null }[];
  drafts: DraftRow[];
}

/** The tables of `memoryStudio`. */
export class Tables {
  now = startTime;
  ownersAlive = true;
  readonly projects = new Map<string, Project>();
  readonly unsaved = new Map<string, DraftRow>();
  /** Texts that patches of drafts have replaced and left, and proofs of drafts, by the id of the draft. */
  readonly draftSteps = new Map<string, { text: string; after: string }[]>();
  readonly draftProofs = new Map<string, Omit<KeptProof, 'version'>[]>();
  readonly savedPages = new Map<string, KeptSavedPage>();
  /** Of each project, by URL, the oldest first. */
  readonly pictures = new Map<string, Map<string, KeptPicture>>();
  readonly preferences = new Map<string, string>();
  /** By id, the oldest first. */
  readonly trash = new Map<string, KeptTrash>();
  /** By which fields the keys of datasets are made, by project and spider. */
  readonly datasetKeys = new Map<string, readonly string[] | null>();
  readonly queue = {
    entries: [] as Entry[],
    workers: [] as (Omit<QueueWorkerRow, 'here'> & { lock: string; beat: number })[],
    concurrency: 2,
    held: false,
  };
  readonly notices = {
    channels: new Map<string, NoticeChannelRow>(),
    digests: [] as DigestRow[],
    deliveries: new Set<string>(),
  };
  readonly recipes = {
    all: [] as (Omit<RecipeRow, 'last' | 'project' | 'spider'> & { spiderId: string })[],
    runs: [] as KeptRecipeRun[],
    /** By the id of the spider and the target. */
    marks: new Map<string, number>(),
    intentions: new Map<string, ExportIntention>(),
  };
  /** By id, the oldest first. */
  readonly schedules = new Map<string, KeptSchedule>();
  /** The outbox, and how far its readers are. */
  changes: OutboxEntry[] = [];
  readonly readers = new Map<string, number>();
  told = 0;
  ids = 0;
  #version = 0;
  #written = '';

  spider({ project, spider }: SpiderName): Spider | null {
    return this.projects.get(project)?.spiders.get(spider) ?? null;
  }

  /** The project, which is added where it is not there. @throws StoreError `invalid` */
  project(name: string): Project {
    requireProjectName(name);
    const found = this.projects.get(name);
    if (found !== undefined) return found;
    const project: Project = {
      id: this.newId(),
      createdAt: isoTime(this.now),
      spiders: new Map(),
      defaults: { settings: {}, exports: {} },
    };
    this.projects.set(name, project);
    this.tell({ kind: 'project', subject: project.id, project: name, what: 'created' });
    return project;
  }

  /** All runs, oldest first. */
  runs(): NamedRun[] {
    const all = [...this.projects].flatMap(([project, { spiders }]) =>
      [...spiders].flatMap(([spider, { runs }]) => runs.map((run) => ({ ...run, of: { project, spider } }))),
    );
    return all.sort((a, b) => Number(a.row.id) - Number(b.row.id));
  }

  /** The run itself, to be changed. @throws StoreError `not-found` */
  run(id: string): Run {
    const spiders = [...this.projects.values()].flatMap((project) => [...project.spiders.values()]);
    const found = spiders.flatMap(({ runs }) => runs).find(({ row }) => row.id === id);
    if (found === undefined) throw notFound(`run "${id}"`);
    return found;
  }

  requests(): Request[] {
    return this.runs().flatMap(({ requests }) => requests);
  }

  /** Records a change in the outbox. */
  tell(change: Change): void {
    this.told += 1;
    this.changes.push({ position: this.told, at: this.now, change });
  }

  newId(): string {
    this.ids += 1;
    return String(this.ids);
  }

  removeSpider({ project, spider }: SpiderName, reason = 'Its spider was deleted.'): void {
    for (const { row } of this.queue.entries) {
      if (row.project !== project || row.spider !== spider) continue;
      row.spiderExists = false;
      if (row.state === 'pending' || row.state === 'running')
        Object.assign(row, { state: 'cancelled', reason, endedAt: isoTime(this.now), worker: null });
    }
    for (const { row } of [...this.schedules.values()])
      if (row.project === project && row.spider === spider) this.#removeSchedule(row.id);
    const subject = this.spider({ project, spider })?.id ?? '';
    this.projects.get(project)?.spiders.delete(spider);
    this.tell({ kind: 'spider', subject, project, spider, what: 'deleted', version: null });
    for (const [id, { row }] of this.savedPages)
      if (row.project === project && row.spider === spider) this.savedPages.delete(id);
  }

  #removeSchedule(id: string): void {
    const schedule = this.schedules.get(id);
    if (schedule === undefined) return;
    const { project, spider } = schedule.row;
    this.schedules.delete(id);
    for (const { row } of this.queue.entries) if (row.schedule === id) row.schedule = null;
    const gone = { what: 'removed', dueAt: null, reason: 'Its spider was deleted.' } as const;
    this.tell({ kind: 'schedule', subject: id, project, spider, ...gone });
  }

  /** Greater than before where anything has been written since. */
  version(): number {
    const tables = [
      this.projects,
      this.unsaved,
      this.savedPages,
      this.preferences,
      this.queue,
      this.schedules,
    ];
    const written = serialize(tables).toString('base64');
    if (written !== this.#written) this.#version += 1;
    this.#written = written;
    return this.#version;
  }
}

/** How many items a run has. */
export const itemCount = ({ requests }: Run): number =>
  requests.reduce((sum, { items }) => sum + items.length, 0);
