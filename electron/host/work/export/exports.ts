import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Writable } from 'node:stream';
import type { ExportState } from '../../../../shared/contract/types.ts';
import type { CsvDialectName, ExportFormat, PathChoice, RowForm } from '../../../../shared/export-formats.ts';
import type { ItemView } from '../../../store/items/item-queries.ts';
import { removeUnlocked, takeLock, type FileLock } from '../../../system/file-lock.ts';
import { suggestedName } from '../../../system/file-names.ts';
import { discard } from '../../../system/files.ts';
import { JobError } from '../../../workers/job-error.ts';
import { WorkerPool } from '../../../workers/worker-pool.ts';
import { HostError } from '../../errors.ts';
import { errorOf } from '../../threads/plain-error.ts';
import { downloadsOf, lockOf, removeAbandoned } from './download-folder.ts';
import { shownPlace } from './shown-place.ts';
import type {
  ExportHow,
  ExportJob,
  ExportPlace,
  ExportProgress,
  NextMark,
  ObjectPlace,
  TablePlace,
  WrittenExport,
} from './messages.ts';

/** An export to start. */
export interface ExportOrder {
  view: ItemView;
  /** The list whose entries have a row each; each item is a row if left out. */
  rows?: string | null;
  columns: readonly string[] | null;
  format: RowForm;
  dialect?: CsvDialectName;
  flatten?: readonly PathChoice[];
  guardFormulas?: boolean;
  next?: NextMark;
  /** See `ExportJob`. */
  files?: string;
  /** See `ExportJob`. */
  packFiles?: boolean;
  /** Target: a download, a chosen path, the output of the calling program, an object of a bucket, or a table of a database. */
  target:
    | { kind: 'download'; file: string }
    | { kind: 'file'; path: string; replace: boolean; append?: boolean }
    | { kind: 'output'; output: Writable }
    | ObjectPlace
    | TablePlace;
}

/** A finished file to download. */
export interface Download {
  path: string;
  file: string;
  /** `zip` where the export has several files. */
  format: ExportFormat | 'zip';
  bytes: number;
}

/** The exports of this process. */
export interface Exports {
  start(order: ExportOrder): Promise<ExportState>;
  /** Resolves with the state of an export once it has ended. @throws HostError `unknown-export` */
  ended(id: string): Promise<ExportState>;
  /** Cancels an export. @throws HostError `unknown-export` */
  cancel(id: string): ExportState;
  /** Exports, newest first. */
  list(): ExportState[];
  /** The file of a finished download; null: there is none (any more). */
  download(id: string): Download | null;
  close(): Promise<void>;
}

/** Options of `createExports`. */
export interface ExportsOptions {
  dataDir: string;
  /** Channel that answers for the proxies of the system; null: the environment. */
  proxyChannel: string | null;
  /** Called with every change of an export. */
  onChange: (state: ExportState) => void;
}

interface Job {
  state: ExportState;
  path: string;
  stop: AbortController;
  /** Resolves when the export has ended. */
  over: Promise<void>;
}

/** Maximum number of listed exports; older ones are dropped with their downloads. */
const maxKept = 20;

/** Size of the young generation of an export's thread in megabytes. Six times as much would be no faster. */
const youngHeapMb = 16;

/** Writes each export in its own thread. */
export function createExports({ dataDir, proxyChannel, onChange }: ExportsOptions): Exports {
  const all = downloadsOf(dataDir);
  // A folder of this process, because another one may use the same data folder.
  const folder = join(all, randomBytes(8).toString('hex'));
  let lock: FileLock | null = null;
  const cleared = removeAbandoned(dataDir);
  const jobs = new Map<string, Job>();
  const threads = new WorkerPool({
    entry: new URL('./export-worker.ts', import.meta.url),
    data: null,
    threads: Infinity,
    keepIdle: false,
    timeLimitMs: null,
    heapMb: { young: youngHeapMb },
    // The thread removes its partial file itself.
    graceMs: null,
    errorOf,
  });

  function change(job: Job, changes: Partial<ExportState>): void {
    job.state = { ...job.state, ...changes };
    onChange(job.state);
  }

  function written(job: Job, { rows, bytes, path, notes }: WrittenExport): void {
    const { id } = job.state;
    const isDownload = job.path.startsWith(folder);
    const file = isDownload ? basename(path) : job.state.file;
    const download = isDownload ? `/download/${id}/${encodeURIComponent(file)}` : null;
    job.path = path;
    change(job, { state: 'done', file, rows, total: rows, bytes, notes, download });
  }

  function failed(job: Job, error: unknown): void {
    if (error instanceof HostError) {
      change(job, { state: 'failed', error: error.message, hint: error.hint });
    } else if (error instanceof JobError && error.fault === 'cancelled') {
      change(job, { state: 'cancelled' });
    } else {
      const cause = error instanceof JobError ? error.cause : error;
      const why = cause instanceof Error ? `: ${cause.message}` : '.';
      change(job, { state: 'failed', error: `The export was cut off${why}` });
    }
  }

  async function carryOut(job: Job, order: ExportJob): Promise<void> {
    const { signal } = job.stop;
    const onNote = (progress: ExportProgress): void => change(job, progress);
    try {
      written(job, await threads.run('export', order, { signal, onNote }));
    } catch (error) {
      failed(job, error);
    }
  }

  /** Creates the folder of a download, protected by this process's lock. */
  async function makeFolder(id: string): Promise<void> {
    await mkdir(all, { recursive: true, mode: 0o700 });
    lock ??= takeLock(lockOf(folder));
    await mkdir(join(folder, id), { recursive: true, mode: 0o700 });
  }

  async function forget(): Promise<void> {
    for (const [id, { state, path }] of jobs) {
      if (jobs.size <= maxKept) return;
      if (state.state === 'running') continue;
      jobs.delete(id);
      if (path.startsWith(folder)) await discard(join(folder, id));
    }
  }

  /** Where an export is written, and what its file is called. */
  function placeOf(
    target: Exclude<ExportOrder['target'], { kind: 'output' }>,
    id: string,
    format: RowForm,
  ): { to: ExportPlace; file: string } {
    if (target.kind === 'download') {
      const file = suggestedName(target.file, format);
      const path = join(folder, id, file);
      const archive = `${path.slice(0, -extname(path).length)}.zip`;
      return { to: { kind: 'file', path, replace: true, append: false, archive }, file };
    }
    if (target.kind !== 'file') return { to: target, file: shownPlace(target) };
    return { to: { append: false, ...target, archive: null }, file: target.path };
  }

  return {
    async start({ target, view, next = null, files, packFiles, ...order }) {
      if (target.kind === 'output')
        throw new HostError('not-here', 'There is no output that the export could go to.', null);
      await forget();
      const id = randomBytes(12).toString('hex');
      const { format } = order;
      const { to, file } = placeOf(target, id, format);
      if (target.kind === 'download') await makeFolder(id);
      const state: ExportState = {
        id,
        project: view.project,
        spider: view.spider,
        format,
        state: 'running',
        rows: 0,
        total: null,
        file,
        download: null,
        bytes: null,
        notes: [],
        error: null,
        hint: null,
        startedAt: new Date().toISOString(),
      };
      const job: Job = {
        state,
        path: to.kind === 'file' ? to.path : file,
        stop: new AbortController(),
        over: Promise.resolve(),
      };
      jobs.set(id, job);
      onChange(state);
      job.over = carryOut(job, {
        dataDir,
        proxyChannel,
        view,
        how: howOf(order),
        to,
        next,
        ...(files === undefined ? {} : { files }),
        ...(packFiles === true ? { packFiles } : {}),
      });
      return job.state;
    },
    async ended(id) {
      const job = jobs.get(id);
      if (job === undefined) throw new HostError('unknown-export', 'This export is not known any more.');
      await job.over;
      return job.state;
    },
    cancel(id) {
      const job = jobs.get(id);
      if (job === undefined) throw new HostError('unknown-export', 'This export is not known any more.');
      if (job.state.state === 'running') job.stop.abort();
      return job.state;
    },
    list: () => [...jobs.values()].map(({ state }) => state).reverse(),
    download(id) {
      const job = jobs.get(id);
      if (job === undefined || job.state.download === null) return null;
      const { file, bytes } = job.state;
      const format = file.endsWith('.zip') ? 'zip' : job.state.format;
      if (format === 'table') return null;
      return { path: job.path, file, format, bytes: bytes ?? 0 };
    },
    async close() {
      for (const { stop } of jobs.values()) stop.abort();
      await Promise.all([cleared, ...[...jobs.values()].map(({ over }) => over)]);
      await threads.close({ wait: true });
      await discard(folder);
      lock?.release();
      removeUnlocked(lockOf(folder));
    },
  };
}

/** Returns how an order is written, with its defaults. */
export const howOf = ({
  rows = null,
  dialect = 'standard',
  flatten = [],
  guardFormulas = false,
  columns,
  format,
}: Omit<ExportOrder, 'target' | 'view' | 'next' | 'files' | 'packFiles'>): ExportHow => ({
  format,
  rows,
  columns,
  dialect,
  flatten,
  guardFormulas,
});
