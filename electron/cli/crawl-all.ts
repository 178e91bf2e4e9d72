import { setTimeout as delay } from 'node:timers/promises';
import type { CallArgs } from '../../shared/contract/index.ts';
import type { Counters, QueueEntry } from '../../shared/contract/types.ts';
import { hasEnded } from '../../shared/queue-states.ts';
import { awakeWhile } from '../system/awake.ts';
import type { Context } from './command.ts';
import { interruptions } from './interruptions.ts';
import { count, printable } from './output.ts';
import { allEntries } from './queue-entries.ts';
import { heldWords } from './queue-words.ts';
import { settleRuntime } from './runtime.ts';
import { renderTable } from './table.ts';

/** How often it is looked how the entries stand, in milliseconds. */
const lookEveryMs = 500;

/**
 * Queues a crawl of each spider of a project, and carries that out in this process, or waits for the daemon where there is one. Ctrl+C
 * pauses the runs and leaves what is unfinished in the queue.
 * @returns the exit code: 1 where a crawl failed
 */
export async function crawlAll(context: Context, request: CallArgs<'queue.addProject'>): Promise<number> {
  const { ask, output, dataDir } = context;
  settleRuntime();
  const control = interruptions((line) => output.note(line));
  const { batch, entries } = await ask('queue.addProject', request);
  const { workers, concurrency, held } = await ask('queue.status', {});
  const carrier = workers.find(({ kind }) => kind === 'daemon');
  output.note(
    carrier === undefined
      ? `${count(entries.length, 'crawl')} queued; up to ${concurrency} run at once.`
      : `${count(entries.length, 'crawl')} queued; the daemon (process ${carrier.pid}) carries them out.`,
  );
  if (held) output.note(heldWords);
  const stayAwake = awakeWhile('Crawls are running.');
  const { createHost } = await import('../host/serving/host.ts');
  const host = await createHost({
    dataDir,
    warm: false,
    onRuns: () => stayAwake(host.runs().length > 0),
    operations: { kind: 'command', batch },
  });
  try {
    await follow(context, batch, control.pause);
  } finally {
    await host.close();
    stayAwake(false);
    control.end();
  }
  return report(context, await entriesOf(context, batch));
}

/** Tells how entries end, until all have or it is interrupted. */
async function follow(context: Context, batch: string, interrupted: AbortSignal): Promise<void> {
  const told = new Map<string, string>();
  for (;;) {
    const entries = await entriesOf(context, batch);
    const done = entries.filter(({ state }) => hasEnded(state)).length;
    for (const entry of entries) {
      const news = newsOf(entry);
      if (news === null || told.get(entry.id) === news) continue;
      told.set(entry.id, news);
      context.output.note(`${done}/${entries.length} ${entry.spider} ${news}`);
    }
    if (done === entries.length || interrupted.aborted) return;
    await delay(lookEveryMs, undefined, { signal: interrupted }).catch(() => undefined);
  }
}

function newsOf({ state, reason, dueAt, run }: QueueEntry): string | null {
  if (hasEnded(state)) return `${state}: ${reason ?? ''}`;
  if (state === 'running') return run === null ? null : `runs (run ${run})`;
  return dueAt === null ? null : `is tried again at ${dueAt}. ${reason ?? ''}`;
}

async function entriesOf(context: Context, batch: string): Promise<QueueEntry[]> {
  const entries = await allEntries(context, { batch, cleared: true });
  return entries.toSorted((a, b) => Number(a.id) - Number(b.id));
}

/** An entry as `crawl --all` prints it. */
interface Outcome extends Pick<QueueEntry, 'id' | 'project' | 'spider' | 'state' | 'reason' | 'run'> {
  counters: Counters | null;
}

async function report({ ask, output }: Context, entries: readonly QueueEntry[]): Promise<number> {
  const outcomes: Outcome[] = [];
  for (const { id, project, spider, state, reason, run } of entries) {
    const counters = run === null ? null : (await ask('runs.get', { run })).counters;
    outcomes.push({ id, project, spider, state, reason, run, counters });
  }
  const open = entries.filter(({ state }) => !hasEnded(state)).length;
  if (open > 0)
    output.note(
      `${count(open, 'crawl')} ${open === 1 ? 'stays' : 'stay'} in the queue: a daemon or an open window goes on with ${open === 1 ? 'it' : 'them'}, and "spider-studio queue cancel ID" takes one out.`,
    );
  output.result(outcomes, () =>
    printable(
      renderTable(
        ['spider', 'state', 'items', 'run', 'reason'],
        outcomes.map(({ spider, state, counters, run, reason }) => [
          spider,
          state,
          counters === null ? '' : String(counters.items),
          run ?? '',
          reason ?? '',
        ]),
      ),
    ),
  );
  return entries.some(({ state }) => state === 'failed' || state === 'dead') ? 1 : 0;
}
