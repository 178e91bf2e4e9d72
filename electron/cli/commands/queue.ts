import type { CallValue } from '../../../shared/contract/index.ts';
import type { QueueEntry, QueueStatus } from '../../../shared/contract/types.ts';
import { maxFileEntries, readQueueFile } from '../../../shared/queue-file.ts';
import { queueStates, type QueueState } from '../../../shared/queue-states.ts';
import { HostError, toHostError } from '../../host/errors.ts';
import { projectFilter, projectOption, type CommandSpec, type Context } from '../command.ts';
import { readInput } from '../input.ts';
import { count, printable, UsageError } from '../output.ts';
import { allEntries } from '../queue-entries.ts';
import { carrierOf } from '../queue-words.ts';
import {
  chosenWorkers,
  priorityOption,
  readPriority,
  readRunOptions,
  runOptions,
  workersOption,
} from '../run-args.ts';
import { renderTable } from '../table.ts';
import { chosenVersion, versionOption } from './versions.ts';

/** Says who carries the queue out, where nobody does. */
async function tellCarrier({ ask, output }: Context): Promise<void> {
  const words = carrierOf(await ask('queue.status', {}));
  if (words !== null) output.note(words);
}

const shown = ({ id, project, spider, state }: QueueEntry): string =>
  `Queue entry ${id} (${project}/${spider}) is ${state}.`;

/** The commands below `queue`. */
export const queueCommands: CommandSpec[] = [
  {
    usage: 'add <spider>',
    summary: 'queue a crawl of a stored spider',
    description:
      'Queues a crawl, which a daemon, an open window or "crawl --all" carries out. What else it takes is as for "crawl".',
    options: [
      projectOption,
      priorityOption,
      ...runOptions,
      versionOption,
      workersOption,
      {
        flags: '--duplicates <what>',
        description:
          'if the same crawl is pending or running: queue it again, leave it at that, or replace the pending one',
        choices: ['allow', 'skip', 'replace'],
      },
    ],
    examples: [
      ['queue add news', 'queues a full run'],
      ['queue add news --priority 10 --limit 5', 'queues a test run before others'],
      ['queue add shop --arg term=boots --duplicates skip', 'queues it unless it waits already'],
    ],
    async run(context, [spider = '']) {
      const { options, ask, output } = context;
      const duplicates = duplicatesOf(options.text('duplicates'));
      const priority = readPriority(options);
      const entry = await ask('queue.add', {
        project: options.project(),
        spider,
        ...readRunOptions(options),
        ...chosenVersion(options),
        ...chosenWorkers(options),
        ...(priority === null ? {} : { priority }),
        ...(duplicates === null ? {} : { duplicates }),
      });
      await tellCarrier(context);
      output.result(entry, () => printable(shown(entry)));
    },
  },
  {
    usage: 'bulk <file>',
    summary: 'queue the crawls of a CSV or JSON file',
    description:
      'Queues all crawls of a file, or none if one of them cannot be. CSV has a header with "spider" and, as needed, project, priority, limit, args, overrides (JSON objects), allowPrivate, workers, arg.NAME and set.KEY; JSON is an array of objects with these keys. "-" reads standard input.',
    options: [projectOption],
    examples: [
      ['queue bulk night.csv', 'queues a crawl for each line'],
      ['queue bulk - --project shops < night.json', 'reads them from standard input'],
    ],
    run: bulk,
  },
  {
    usage: 'list',
    summary: 'list the entries of the queue',
    description:
      'Lists entries: those that run, then pending ones in their order, then ended ones, newest first.',
    options: [
      projectFilter,
      {
        flags: '--state <state>',
        description: 'only those in this state',
        choices: queueStates,
        repeatable: true,
      },
      { flags: '--cleared', description: 'also those that were cleared' },
    ],
    examples: [
      ['queue list', 'all but cleared ones'],
      ['queue list --state failed --state dead', 'what needs a look'],
    ],
    async run(context) {
      const { options, output } = context;
      const project = options.text('project');
      const states = options.list('state').filter(isState);
      const entries = await allEntries(context, {
        cleared: options.flag('cleared'),
        ...(project === null ? {} : { project }),
        ...(states.length === 0 ? {} : { states }),
      });
      output.result(entries, () => (entries.length === 0 ? 'The queue is empty.' : table(entries)));
    },
  },
  {
    usage: 'status',
    summary: 'show how the queue stands, and what carries it out',
    examples: [['queue status', 'counts by state, and the processes at work']],
    async run({ output, ask }) {
      const status = await ask('queue.status', {});
      output.result(status, () => describeStatus(status));
    },
  },
  {
    usage: 'configure',
    summary: 'say how many crawls run at once, and hold or release the queue',
    options: [
      { flags: '--concurrency <n>', description: 'how many crawls of the queue run at once, from 1 to 32' },
      { flags: '--hold', description: 'begin no further crawls; those under way go on' },
      { flags: '--release', description: 'begin crawls again' },
    ],
    examples: [
      ['queue configure --concurrency 4', 'runs four crawls at once'],
      ['queue configure --hold', 'begins nothing more for now'],
    ],
    async run({ options, output, ask }) {
      const concurrency = options.count('concurrency');
      const [hold, release] = [options.flag('hold'), options.flag('release')];
      if (hold && release) throw new UsageError('Give --hold or --release, not both.');
      if (concurrency !== null && concurrency > 32) throw new UsageError('--concurrency is at most 32.');
      const status = await ask('queue.configure', {
        ...(concurrency === null ? {} : { concurrency }),
        ...(hold || release ? { held: hold } : {}),
      });
      output.result(status, () => describeStatus(status));
    },
  },
  {
    usage: 'move <id>',
    summary: 'move a pending entry to another place',
    options: [
      { flags: '--first', description: 'before all others' },
      { flags: '--last', description: 'behind all others' },
      { flags: '--before <id>', description: 'before another pending entry' },
      priorityOption,
    ],
    examples: [
      ['queue move 12 --first', 'makes it the next one'],
      ['queue move 12 --before 7', 'puts it before entry 7'],
    ],
    async run({ options, output, ask }, [entry = '']) {
      const before = options.text('before');
      const priority = readPriority(options);
      const places = [
        ...(options.flag('first') ? ['first' as const] : []),
        ...(options.flag('last') ? ['last' as const] : []),
        ...(before === null ? [] : [{ before }]),
      ];
      const [to] = places;
      if (places.length + (priority === null ? 0 : 1) !== 1)
        throw new UsageError('Give one of --first, --last, --before ID and --priority N.');
      const moved =
        to === undefined
          ? await ask('queue.setPriority', { entry, priority: priority ?? 0 })
          : await ask('queue.move', { entry, to });
      output.result(moved, () =>
        printable(`Queue entry ${moved.id} (${moved.spider}) has priority ${moved.priority}.`),
      );
    },
  },
  {
    usage: 'retry <id>',
    summary: 'put an entry that failed, was cancelled or is dead back into the queue',
    examples: [['queue retry 12', 'tries it again, with all its attempts']],
    async run(context, [entry = '']) {
      const retried = await context.ask('queue.retry', { entry });
      await tellCarrier(context);
      context.output.result(retried, () => printable(shown(retried)));
    },
  },
  {
    usage: 'cancel <id>',
    summary: 'cancel an entry; its run, if one is under way, is stopped',
    examples: [['queue cancel 12', 'takes it out of the queue']],
    async run({ output, ask }, [entry = '']) {
      const cancelled = await ask('queue.cancel', { entry });
      output.result(cancelled, () => printable(shown(cancelled)));
    },
  },
  {
    usage: 'clear',
    summary: 'hide the entries that have ended; they stay counted',
    options: [projectFilter],
    examples: [['queue clear', 'shows only what is pending or running from now on']],
    async run({ options, output, ask }) {
      const project = options.text('project');
      const cleared = await ask('queue.clear', project === null ? {} : { project });
      output.result(cleared, () => `${count(cleared.cleared, 'entry', 'entries')} cleared.`);
    },
  },
];

const isState = (text: string): text is QueueState => queueStates.some((state) => state === text);

function duplicatesOf(text: string | null): 'allow' | 'skip' | 'replace' | null {
  return text === 'allow' || text === 'skip' || text === 'replace' ? text : null;
}

/** Problems of lines of a file. */
interface LineProblem {
  line: number;
  message: string;
}

async function bulk(context: Context, [file = '']: readonly string[]): Promise<void> {
  const { options, output, ask } = context;
  const { entries, problems } = readQueueFile(await readInput(file));
  const asked = entries.map(({ line: _line, project = options.project(), args, overrides, ...entry }) => ({
    ...entry,
    project,
    ...(args === undefined ? {} : { args: { ...args } }),
    ...(overrides === undefined ? {} : { overrides: { ...overrides } }),
  }));
  const withLine = ({ index, message, hint }: EntryProblem): LineProblem => ({
    line: entries[index]?.line ?? 1,
    message: hint === null ? message : `${message} ${hint}`,
  });
  if (problems.length > 0) {
    // The lines that can be read are checked as well, so that all problems are told at once.
    const checked = asked.slice(0, maxFileEntries);
    const others = checked.length === 0 ? [] : (await ask('queue.check', { entries: checked })).problems;
    throw badLines(context, [...problems, ...others.map(withLine)]);
  }
  try {
    const added = await ask('queue.addMany', { entries: asked });
    await tellCarrier(context);
    output.result(added.entries, () => `${count(added.entries.length, 'crawl')} queued.`);
  } catch (error) {
    const { code, details } = toHostError(error);
    if (code !== 'bad-entries' || !isProblemList(details['problems'])) throw error;
    throw badLines(context, details['problems'].map(withLine));
  }
}

type EntryProblem = CallValue<'queue.check'>['problems'][number];

function isProblemList(value: unknown): value is EntryProblem[] {
  return (
    Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'index' in one)
  );
}

function badLines({ output }: Context, found: readonly LineProblem[]): HostError {
  const problems = found.toSorted((a, b) => a.line - b.line);
  if (!output.json) for (const { line, message } of problems) output.note(`line ${line}: ${message}`);
  const message = `Nothing was queued: the file has ${count(problems.length, 'problem')}.`;
  return new HostError('bad-entries', message, null, { problems });
}

function table(entries: readonly QueueEntry[]): string {
  return renderTable(
    ['id', 'state', 'spider', 'project', 'priority', 'attempts', 'run', 'reason'],
    entries.map(({ id, state, spider, project, priority, attempts, maxAttempts, run, reason, dueAt }) => [
      id,
      state,
      spider,
      project,
      String(priority),
      `${attempts}/${maxAttempts}`,
      run ?? '',
      [dueAt === null ? '' : `Not before ${dueAt}.`, reason ?? ''].join(' ').trim(),
    ]),
  );
}

function describeStatus(status: QueueStatus): string {
  const { counts, concurrency, workers, nextDueAt } = status;
  const states = queueStates.map((state) => `${counts[state]} ${state}`).join(', ');
  const lines = [
    `${count(counts.all, 'entry', 'entries')}: ${states}.`,
    `${concurrency === 1 ? 'One crawl runs' : `${concurrency} crawls run`} at once.`,
    ...workers.map(
      ({ kind, pid, startedAt }) => `Carried out by a ${kind} (process ${pid}) since ${startedAt}.`,
    ),
    ...(nextDueAt === null ? [] : [`The next retry is due at ${nextDueAt}.`]),
  ];
  const advice = carrierOf(status);
  return [...lines, ...(advice === null ? [] : [advice])].join('\n');
}
