import { resumption } from '../actions.ts';
import { resumeRun, type OriginStatistics } from '../../host/work/crawl/execute-run.ts';
import { deleteRun, listRuns, showRun, type RunDetails } from '../../host/data/run-queries.ts';
import type { CommandSpec } from '../command.ts';
import { count, printable } from '../output.ts';
import { renderTable } from '../table.ts';
import { runToItsEnd } from './crawl.ts';
import { describeInsight } from '../run-insight.ts';
import { controlCommands } from './run-control.ts';
import { tail } from './run-tail.ts';
import { confirmed } from './spiders.ts';

export const runCommands: CommandSpec[] = [
  {
    usage: 'list [spider]',
    summary: 'list the runs, newest first',
    options: [{ flags: '--project <name>', description: 'only this project (default: all)' }],
    examples: [
      ['runs list', 'the runs of all spiders'],
      ['runs list news --project press', 'those of one spider'],
    ],
    async run({ output, options, reading }, [spider]) {
      const runs = listRuns(reading(), options.text('project'), spider ?? null);
      output.result(runs, () =>
        runs.length === 0
          ? 'No runs yet. "spider-studio crawl SPIDER" starts one.'
          : renderTable(
              ['run', 'spider', 'project', 'state', 'items', 'pages', 'started', 'reason'],
              runs.map((run) => [
                run.id,
                `${run.spider}@${run.version}`,
                run.project,
                run.state,
                String(run.counters.items),
                `${run.counters.done}/${run.counters.seen}`,
                run.startedAt ?? '',
                run.reason ?? '',
              ]),
            ),
      );
    },
  },
  {
    usage: 'show <id>',
    summary: 'show a run: counters, statuses, hosts, reasons, fields, timings',
    examples: [['runs show 12', 'how run 12 went, and why pages failed or were skipped']],
    async run({ output, reading }, [id = '']) {
      const run = showRun(reading(), id);
      output.result(run, () => {
        const { counters } = run;
        const lines = [
          `Run ${run.id} of ${run.spider} (version ${run.version}, project ${run.project}): ${run.state}`,
          [run.reason, resumption(run.id, run.state)].join(' ').trim(),
          `started ${run.startedAt ?? 'never'}, ended ${run.endedAt ?? 'not yet'}`,
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
          ['status', statusesOf(run)],
          ['page', pagesOf(run)],
          ['host', run.origins.map(({ origin, ...states }) => [origin, String(requestsOf(states))])],
          [
            'reason',
            run.reasons.map(({ state, reason, count: times }) => [`${state}: ${reason}`, String(times)]),
          ],
        ] as const) {
          if (rows.length > 0) lines.push('', renderTable([title, 'requests'], rows));
        }
        lines.push(...describeInsight(run));
        return printable(lines.join('\n'));
      });
    },
  },
  {
    usage: 'resume <id>',
    summary: 'go on with a run that was paused or interrupted',
    examples: [['runs resume 12', 'carries on where run 12 was, in this process']],
    async run(context, [id = '']) {
      return runToItsEnd(context, (watch) => resumeRun(context.workspace(), id, watch));
    },
  },
  ...controlCommands,
  tail,
  {
    usage: 'delete <id>',
    summary: 'delete a run with its items',
    options: [{ flags: '--force', description: 'do not ask' }],
    examples: [['runs delete 12', 'asks, then deletes run 12 and its items']],
    async run({ output, options, workspace, streams }, [id = '']) {
      const run = showRun(workspace(), id);
      const what = `run ${run.id} of ${run.spider} with ${count(run.counters.items, 'item')}`;
      if (!options.flag('force') && !(await confirmed(`Delete ${what}?`, streams))) {
        output.note('Nothing was deleted.');
        return 1;
      }
      deleteRun(workspace(), id);
      output.result({ deleted: id }, () => `Deleted ${what}.`);
      return 0;
    },
  },
];

/** Answers by status, and what was skipped before anybody was asked. */
function statusesOf({ statuses, notFetched }: RunDetails): [string, string][] {
  const rows = statuses.map(({ status, count: times }): [string, string] => [
    String(status ?? 'no answer'),
    String(times),
  ]);
  return notFetched === 0 ? rows : [...rows, ['not fetched (skipped)', String(notFetched)]];
}

/** New, unchanged and changed pages, and who answered where it was not the site. Lines of nothing are left out. */
function pagesOf({ freshness, answeredBy }: RunDetails): [string, string][] {
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

function requestsOf({ queued, active, done, failed, skipped }: Omit<OriginStatistics, 'origin'>): number {
  return queued + active + done + failed + skipped;
}
