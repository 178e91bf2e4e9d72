import type { RunDetails, RunSummary } from '../../../shared/contract/types.ts';
import { hasEmptyParts, isUnexpected } from '../../../shared/contract/run-states.ts';
import { generationWords } from '../../../shared/run-words.ts';
import { resumption } from '../actions.ts';
import { projectFilter, type CommandSpec, type Context } from '../command.ts';
import { count, printable } from '../output.ts';
import { renderTable } from '../table.ts';
import { chosenWorkers, workersOption } from '../run-args.ts';
import { runToItsEnd } from './crawl.ts';
import { expect } from './run-expect.ts';
import { describeInsight } from '../run-insight.ts';
import { controlCommands } from './run-control.ts';
import { diff } from './run-diff.ts';
import { accept, reextract } from './run-reextract.ts';
import { tail } from './run-tail.ts';
import { emptyFields } from '../why-empty-lines.ts';
import { deleteAsAsked, deletingOptions, entriesOf } from '../deleting.ts';
import { daysInTrash } from '../../../shared/contract/trash-time.ts';

/** The commands below `runs`. */
export const runCommands: CommandSpec[] = [
  {
    usage: 'list [spider]',
    summary: 'list the runs, newest first',
    options: [projectFilter],
    examples: [
      ['runs list', 'the runs of all spiders'],
      ['runs list news --project press', 'those of one spider'],
    ],
    async run({ output, options, ask }, [spider]) {
      const project = options.text('project');
      const found = await allRuns(ask, {
        ...(project === null ? {} : { project }),
        ...(spider === undefined ? {} : { spider }),
      });
      const runs = found.map(listed);
      output.result(runs, () =>
        runs.length === 0
          ? 'No runs yet. "spider-studio crawl SPIDER" starts one.'
          : renderTable(
              ['run', 'spider', 'project', 'state', 'items', 'pages', 'started', 'reason'],
              runs.map((run) => [
                run.id,
                `${run.spider}@${run.version}`,
                run.project,
                stateWords(run),
                String(run.counters.items),
                `${run.counters.done}/${run.counters.seen}`,
                run.startedAt ?? '',
                [generationWords(run), run.reason ?? ''].join(' ').trim(),
              ]),
            ),
      );
    },
  },
  {
    usage: 'show <id>',
    summary: 'show a run: counters, statuses, hosts, reasons, fields, timings',
    examples: [['runs show 12', 'how run 12 went, and why pages failed or were skipped']],
    async run({ output, ask }, [id = '']) {
      const { run, ...details } = await ask('runs.show', { run: id });
      const { tiers, ...rest } = details;
      const empty = hasEmptyParts(run, details.fields) ? await emptyFields(ask, run.id) : [];
      const more = { ...(tiers === null ? {} : { tiers }), ...(empty.length === 0 ? {} : { empty }) };
      output.result({ ...run, ...rest, ...more }, () => {
        const { counters } = run;
        const lines = [
          `Run ${run.id} of ${run.spider} (version ${run.version}, project ${run.project}): ${stateWords(run)}`,
          ...[generationWords(run)].filter((words) => words !== ''),
          [run.reason, resumption(run.id, run.state)].join(' ').trim(),
          `started ${run.startedAt ?? 'never'}, ended ${run.endedAt ?? 'not yet'}`,
          ...(run.options.workers === undefined ? [] : [`workers asked for: ${run.options.workers}`]),
          ...(details.exclusions.length === 0 ? [] : [`Excluded: ${details.exclusions.join('  ')}`]),
          '',
          renderTable(
            ['queued', 'active', 'done', 'failed', 'skipped', 'seen', 'items'],
            [
              [
                counters.queued,
                counters.active,
                counters.done,
                counters.failed,
                counters.skipped,
                counters.seen,
                counters.items,
              ].map(String),
            ],
          ),
        ];
        for (const [title, rows] of [
          ['status', statusesOf(details)],
          ['page', pagesOf(details)],
          ['host', details.hosts.map(({ origin, ...states }) => [origin, String(requestsOf(states))])],
          [
            'reason',
            details.reasons.map(({ state, reason, count: times }) => [`${state}: ${reason}`, String(times)]),
          ],
        ] as const) {
          if (rows.length > 0) lines.push('', renderTable([title, 'requests'], rows));
        }
        lines.push(...describeInsight(run, details, empty));
        return printable(lines.join('\n'));
      });
    },
  },
  {
    usage: 'resume <id>',
    summary: 'resume a run that was paused or interrupted',
    options: [workersOption],
    examples: [
      ['runs resume 12', 'continues run 12, in this process'],
      ['runs resume 12 --workers 3', 'continues it with three processes'],
    ],
    async run(context, [id = '']) {
      const request = { run: id, ...chosenWorkers(context.options) };
      return runToItsEnd(context, (observer) => context.ask('runs.resume', request, { observer }));
    },
  },
  reextract,
  accept,
  ...controlCommands,
  expect,
  tail,
  diff,
  {
    usage: 'delete <id>',
    summary: 'move a run to the trash, with its items',
    description: `Moves a run to the trash, with its requests, items and stored pages. "trash restore" brings it back within ${daysInTrash} days; one that was paused can be resumed then.`,
    options: deletingOptions,
    examples: [['runs delete 12', 'asks, then moves run 12 and its items to the trash']],
    async run(context, [id = '']) {
      const { ask } = context;
      const run = await ask('runs.get', { run: id });
      return deleteAsAsked(context, {
        what: `run ${run.id} of ${run.spider} with ${count(run.counters.items, 'item')}`,
        async remove(forGood) {
          const deleted = await ask('runs.delete', { run: id, forGood });
          return { value: { deleted: id, trash: deleted.trash }, entries: entriesOf(deleted) };
        },
      });
    },
  },
];

/** "completed, not as expected". */
const stateWords = (run: Pick<RunSummary, 'state' | 'breaches'>): string =>
  isUnexpected(run) ? `${run.state}, not as expected` : run.state;

type Details = Omit<RunDetails, 'run'>;

/** Runs that are asked for at once. */
const portion = 1000;

async function allRuns(
  ask: Context['ask'],
  of: { project?: string; spider?: string },
): Promise<RunSummary[]> {
  const all: RunSummary[] = [];
  for (;;) {
    const last = all.at(-1);
    const before = last === undefined ? {} : { before: last.id };
    const { runs, more } = await ask('runs.list', { ...of, ...before, limit: portion });
    all.push(...runs);
    if (!more) return all;
  }
}

/** The fields of a run in the list. `source`, `acceptedAt` and `replacedBy` tell of runs that extracted again. */
function listed(run: RunSummary) {
  const { id, spider, project, version, kind, source, acceptedAt, replacedBy } = run;
  const { state, breaches, reason, cause, counters, startedAt, endedAt } = run;
  return {
    id,
    spider,
    project,
    version,
    kind,
    source,
    acceptedAt,
    replacedBy,
    state,
    breaches,
    reason,
    cause,
    counters,
    startedAt,
    endedAt,
  };
}

/** Responses by status, and requests that were skipped without a fetch. */
function statusesOf({ statuses, notFetched }: Details): [string, string][] {
  const rows = statuses.map(({ status, count: times }): [string, string] => [
    String(status ?? 'no answer'),
    String(times),
  ]);
  return notFetched === 0 ? rows : [...rows, ['not fetched (skipped)', String(notFetched)]];
}

/** New, unchanged and changed pages, and those that did not come from the site. Zeros are left out. */
function pagesOf({ freshness, answeredBy }: Details): [string, string][] {
  const rows: [string, number][] = [
    ['new', freshness.new],
    ['unchanged', freshness.unchanged],
    ['changed', freshness.changed],
    ['not modified, so the stored page was used', answeredBy.storedPage],
    ['replayed from the cache', answeredBy.cache],
    ['already extracted by an earlier run', answeredBy.memory],
  ];
  return rows.flatMap(([name, times]) => (times === 0 ? [] : [[name, String(times)]]));
}

function requestsOf({
  queued,
  active,
  done,
  failed,
  skipped,
}: Omit<RunDetails['hosts'][number], 'origin'>): number {
  return queued + active + done + failed + skipped;
}
