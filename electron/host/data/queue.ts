import { randomUUID } from 'node:crypto';
import { counted } from '../../../shared/counted.ts';
import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import type { QueueEntry, QueueStatus } from '../../../shared/contract/types.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { StoreError } from '../../store/errors.ts';
import type { NewQueueEntry, QueueChange, QueueRow } from '../../store/queue/queue-queries.ts';
import { HostError, toHostError } from '../errors.ts';
import { requireLocal } from '../workspace/local-workers.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Publish } from './call-context.ts';
import { checkedSpider } from './checked-spider.ts';
import type { DataHandlers } from './data-context.ts';
import { requireProject } from './require-project.ts';
import { jsonRecord } from './rows.ts';
import { withArgs } from './run-args.ts';
import { requireVersion, storedSpider } from './stored-spiders.ts';

/** Why an entry is `cancelled` that somebody has cancelled. */
const cancelledByPerson = 'Cancelled by a person.';

type EntryProblem = CallValue<'queue.check'>['problems'][number];
type Asked = Omit<CallArgs<'queue.add'>, 'args' | 'version'> & { args?: Record<string, string> };

/** An entry as the contract defines it. */
export function queueEntry({ options, ...row }: QueueRow): QueueEntry {
  const { overrides, args = {}, defaults: _defaults, ...rest } = options;
  return { ...row, options: { ...rest, overrides: jsonRecord(overrides), args } };
}

function newEntry({
  project,
  spider,
  limit = null,
  overrides = {},
  args = {},
  allowPrivate = false,
  workers,
  priority = 0,
  duplicates = 'allow',
}: Asked): NewQueueEntry {
  const several = workers === undefined || workers === 1 ? {} : { workers };
  return {
    project,
    spider,
    priority,
    duplicates,
    options: { limit, overrides, args, allowPrivate, ...several },
  };
}

/** Checks entries as a run would; each spider is read once. */
export class EntryCheck {
  readonly #workspace: Workspace;
  readonly #spiders = new Map<string, Promise<Spider>>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** @throws HostError `unknown-project`, `unknown-spider`, `invalid-spider`, `bad-run-args` */
  async check({ project, spider, options }: NewQueueEntry): Promise<void> {
    const { overrides, args = {}, version, workers } = options;
    requireLocal(workers);
    const key = `${project}/${spider}/${version ?? ''}`;
    const stored =
      this.#spiders.get(key) ??
      storedSpider(this.#workspace, project, spider, version).then((found) => found.spider);
    this.#spiders.set(key, stored);
    const document = await stored;
    const filled = withArgs(document, args);
    if (Object.keys(overrides).length === 0) return;
    const changed = { ...filled, settings: { ...filled.settings, ...overrides } };
    const what = `"${document.name}" with the settings of this entry`;
    checkedSpider(changed, what, 'Change the settings that this entry was given.');
  }
}

/** @throws HostError `unknown-entry` */
async function found<T>(workspace: Workspace, id: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'not-found') throw error;
    const { entries } = await workspace.queries.queue.list({ limit: 5 });
    const known = entries.map((entry) => entry.id).join(', ');
    throw new HostError(
      'unknown-entry',
      `There is no queue entry "${id}".`,
      known === '' ? 'The queue is empty.' : `The first entries are ${known}.`,
    );
  }
}

/** Reads an entry. @throws HostError `unknown-entry` */
export const requireEntry = (workspace: Workspace, id: string): Promise<QueueRow> =>
  found(workspace, id, workspace.queries.queue.get(id));

/** @throws HostError with the code, where the state of the entry does not allow a change */
function allowed(
  change: QueueChange,
  code: 'not-pending' | 'not-ended' | 'has-ended',
  hint: string,
): QueueRow {
  const { kind, entry } = change;
  if (kind === 'changed') return entry;
  throw new HostError(code, `Queue entry ${entry.id} (${entry.spider}) ${stateWords[entry.state]}.`, hint);
}

const stateWords: Readonly<Record<QueueRow['state'], string>> = {
  pending: 'is pending',
  running: 'is being carried out',
  completed: 'has completed',
  failed: 'has failed',
  cancelled: 'was cancelled',
  dead: 'is dead: all its attempts are used',
};

/** Says that an entry has changed. @returns it as the contract defines it */
export function publishedEntry(publish: Publish, row: QueueRow): QueueEntry {
  publish('queue', { entry: row.id, project: row.project, state: row.state });
  return queueEntry(row);
}

/** Says that several entries, or the settings, have changed. */
export const publishQueue = (publish: Publish, project: string | null): void =>
  publish('queue', { entry: null, project, state: null });

const status = (workspace: Workspace): Promise<QueueStatus> => workspace.queries.queue.status();

/** Handlers of the calls about the queue that need only the database. */
export const queueHandlers: DataHandlers<'queue'> = {
  'queue.add': async ({ version, ...asked }, { workspace, publish }) => {
    const entry = newEntry(asked);
    // A label may move to another version until then.
    if (version !== undefined)
      entry.options.version = (await requireVersion(workspace, asked.project, asked.spider, version)).number;
    await new EntryCheck(workspace).check(entry);
    const [row] = await workspace.queries.queue.add([entry], null);
    if (row === undefined) throw new Error('The entry was not added.');
    return publishedEntry(publish, row);
  },
  'queue.addMany': async ({ entries: asked }, { workspace, publish }) => {
    const entries = asked.map(newEntry);
    await requireGood(workspace, entries);
    const batch = randomUUID();
    const rows = await workspace.queries.queue.add(entries, batch);
    publishQueue(publish, null);
    return { batch, entries: rows.map(queueEntry) };
  },
  'queue.check': async ({ entries }, { workspace }) => ({
    problems: await problemsOf(workspace, entries.map(newEntry)),
  }),
  'queue.addProject': async ({ project, ...options }, { workspace, publish }) => {
    requireLocal(options.workers);
    await requireProject(workspace, project);
    const spiders = await workspace.queries.spiders.list(project);
    if (spiders.length === 0)
      throw new HostError('unknown-spider', `The project "${project}" has no spiders.`, {
        hint: null,
        action: { action: 'import-spider' },
      });
    const batch = randomUUID();
    const entries = spiders.map(({ name }) => newEntry({ ...options, project, spider: name }));
    const rows = await workspace.queries.queue.add(entries, batch);
    publishQueue(publish, project);
    return { batch, entries: rows.map(queueEntry) };
  },
  'queue.list': async ({ limit = 200, ...query }, { workspace }) => {
    const { entries, total } = await workspace.queries.queue.list({ ...query, limit });
    return { entries: entries.map(queueEntry), total };
  },
  'queue.get': async ({ entry }, { workspace }) => queueEntry(await requireEntry(workspace, entry)),
  'queue.status': (_, { workspace }) => status(workspace),
  'queue.move': async ({ entry, to }, { workspace, publish }) => {
    const change = await found(workspace, entry, workspace.queries.queue.move(entry, to));
    return publishedEntry(publish, allowed(change, 'not-pending', 'Only pending entries can be moved.'));
  },
  'queue.setPriority': async ({ entry, priority }, { workspace, publish }) => {
    const change = await found(workspace, entry, workspace.queries.queue.setPriority(entry, priority));
    return publishedEntry(
      publish,
      allowed(change, 'not-pending', 'Only pending entries have a place to change.'),
    );
  },
  'queue.retry': async ({ entry }, { workspace, publish }) => {
    const change = await found(workspace, entry, workspace.queries.queue.retry(entry));
    const { spiderExists, spider, project } = change.entry;
    if (!spiderExists)
      throw new HostError(
        'unknown-spider',
        `The spider "${spider}" of the project "${project}" was deleted.`,
        'Import it again, and queue that.',
      );
    const hint =
      change.entry.state === 'completed'
        ? 'Queue the spider again for another run.'
        : 'Only entries that failed, were cancelled or are dead are retried.';
    return publishedEntry(publish, allowed(change, 'not-ended', hint));
  },
  'queue.cancel': async ({ entry }, { workspace, publish }) => {
    const change = await found(workspace, entry, workspace.queries.queue.cancel(entry, cancelledByPerson));
    return publishedEntry(
      publish,
      allowed(change, 'has-ended', 'Only pending and running entries can be cancelled.'),
    );
  },
  'queue.clear': async ({ project }, { workspace, publish }) => {
    if (project !== undefined) await requireProject(workspace, project);
    const cleared = await workspace.queries.queue.clear(project ?? null);
    publishQueue(publish, project ?? null);
    return { cleared };
  },
  'queue.configure': async (settings, { workspace, publish }) => {
    await workspace.queries.queue.configure(settings);
    publishQueue(publish, null);
    return status(workspace);
  },
};

/** What is wrong with entries, by their places in the list. */
async function problemsOf(workspace: Workspace, entries: readonly NewQueueEntry[]): Promise<EntryProblem[]> {
  const check = new EntryCheck(workspace);
  const problems: EntryProblem[] = [];
  for (const [index, entry] of entries.entries()) {
    try {
      await check.check(entry);
    } catch (error) {
      const { code, message, hint } = toHostError(error);
      problems.push({ index, code, message, hint });
    }
  }
  return problems;
}

/** @throws HostError `bad-entries`, with every problem */
async function requireGood(workspace: Workspace, entries: readonly NewQueueEntry[]): Promise<void> {
  const problems = await problemsOf(workspace, entries);
  const [first] = problems;
  if (first === undefined) return;
  throw new HostError(
    'bad-entries',
    `${counted(problems.length, 'entry', 'entries')} of ${entries.length} cannot be queued, so none was. The first: ${first.message}`,
    first.hint,
    { problems },
  );
}
