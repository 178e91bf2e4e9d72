import type { StorageReport } from '../../../shared/contract/types.ts';
import { inspectionNames, storageWords } from '../../../shared/storage-kinds.ts';
import { size } from '../backup-words.ts';
import { projectFilter, type CommandSpec, type Context } from '../command.ts';
import { interruptions } from '../interruptions.ts';
import { count, printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';
import { forceOption, isAgreed } from '../deleting.ts';

/** Rows of a table unless --limit says otherwise. */
const shownRows = 20;
const mostRows = 1000;

/** The commands below `storage`. */
export const storageCommands: CommandSpec[] = [
  {
    usage: 'show [spider]',
    summary: 'show what takes room: by kind, by spider, or the runs of a spider',
    description:
      'Measures what takes the room of the data folder, from the pages of the database itself and the files beside it, so that the sums are those of the disk. With a spider, its runs. A page that several runs have counts for the newest of them: what an earlier run shows is what deleting it makes free.',
    options: [
      projectFilter,
      { flags: '--limit <n>', description: `show at most this many spiders or runs (default: ${shownRows})` },
    ],
    examples: [
      ['storage show', 'by kind, and the largest spiders'],
      ['storage show sample-shop', 'the runs of a spider, the newest first'],
      ['storage show --json', 'everything, for programs'],
    ],
    async run({ ask, options, output }, [spider]) {
      const limit = options.count('limit') ?? shownRows;
      if (limit > mostRows) throw new UsageError(`--limit must be at most ${mostRows}.`);
      if (spider !== undefined) {
        const { rows, total } = await ask('storage.runs', {
          project: options.project(),
          spider,
          offset: 0,
          limit,
        });
        output.result({ rows, total }, () => describeRuns(spider, rows, total));
        return;
      }
      const report = await ask('storage.report', {});
      const project = options.text('project');
      const spiders = report.spiders.filter((each) => project === null || each.project === project);
      output.result({ ...report, spiders }, () => describe({ ...report, spiders }, limit));
    },
  },
  {
    usage: 'compact',
    summary: 'give free room inside the database back to the disk',
    description:
      'What is deleted leaves free room inside the database, which later runs use. This gives it back to the disk, in short steps between which everything else goes on; Ctrl+C ends after a step, and what is done stays done. A database that an earlier version made is written anew once: that needs room for a copy, and no run may be under way.',
    examples: [
      ['storage compact', 'and how much smaller the database is then'],
      ['storage compact --json', 'the same for programs'],
    ],
    async run({ ask, output }) {
      const interrupted = interruptions(() => output.note('Ending after this step.'));
      try {
        const done = await ask('storage.compact', {}, { signal: interrupted.pause });
        output.result(done, () =>
          done.afterBytes === done.beforeBytes
            ? `The database has no room to give back: ${size(done.afterBytes)}.`
            : `The database took ${size(done.beforeBytes)} and takes ${size(done.afterBytes)} now.`,
        );
      } finally {
        interrupted.end();
      }
    },
  },
  {
    usage: 'clear-cache',
    summary: 'delete the stored responses of sites',
    description:
      'Deletes the responses that spiders with HTTPCACHE_ENABLED have stored to replay them, of all projects. Their next runs request the pages again. Crawl histories, runs and items stay.',
    options: [forceOption],
    examples: [
      ['storage clear-cache', 'asks on a terminal, then deletes them'],
      ['storage clear-cache --force', 'does not ask'],
    ],
    run: clearCache,
  },
  {
    usage: 'check',
    summary: 'look at the whole database',
    description:
      'Looks at the file of the database, at references and counters, at every stored page, and at datasets. It only reads, and others go on. Exit code 1 if something is wrong; "storage repair" mends it.',
    examples: [
      ['storage check', 'what is wrong, if anything'],
      ['storage check --json', 'the same for programs'],
    ],
    run: check,
  },
  {
    usage: 'repair',
    summary: 'bring all that can be read of a database into a new one',
    description:
      'Brings all that can be read of the database into a new one, which takes its place, and makes indexes, counters and datasets anew. What is lost is told by name. The database is kept as it was in a folder beside it. Close Spider Studio first: nothing else may use the data folder. Killed at any moment, the folder has the old database or the new one, whole.',
    options: [forceOption],
    examples: [
      ['storage repair', 'asks on a terminal, then repairs'],
      ['storage repair --force --json', 'for programs'],
    ],
    run: repair,
  },
];

async function check({ ask, output }: Context): Promise<number> {
  const interrupted = interruptions(() => undefined);
  interrupted.stop.addEventListener('abort', () => process.exit(130), { once: true });
  try {
    const found = await ask('storage.check', {}, { signal: interrupted.pause });
    output.result(found, () => {
      const lines = found.inspected.flatMap(({ inspection, problems }) => [
        `${problems.length === 0 ? 'ok    ' : 'BROKEN'} ${inspectionNames[inspection]}`,
        ...problems.map((problem) => `         ${problem}`),
      ]);
      const todo = found.sound
        ? 'All is well.'
        : '"spider-studio storage repair" keeps all that can be read.';
      return printable([...lines, '', todo].join('\n'));
    });
    return found.sound ? 0 : 1;
  } finally {
    interrupted.end();
  }
}

async function repair(context: Context): Promise<number> {
  const { ask, output } = context;
  const question = 'Bring all that can be read into a new database? The present one is kept beside it.';
  if (!(await isAgreed(context, question, 'Nothing was changed.'))) return 1;
  const done = await ask('storage.repair', {});
  output.result(done, () => {
    const { spiders, runs, items, pages, lost, kept } = done;
    const what = [
      count(spiders, 'spider'),
      count(runs, 'run'),
      count(items, 'item'),
      count(pages, 'stored page'),
    ];
    const missing = lost.length === 0 ? ['Nothing is lost.'] : ['Lost:', ...lost.map((line) => `  ${line}`)];
    return printable(
      [
        `The new database has ${what.join(', ')}.`,
        ...missing,
        `The database is kept as it was in ${kept}.`,
      ].join('\n'),
    );
  });
  return 0;
}

async function clearCache(context: Context): Promise<number> {
  const { ask, output } = context;
  const question = 'Delete all stored responses of sites? Their pages are requested again by the next runs.';
  if (!(await isAgreed(context, question))) return 1;
  const cleared = await ask('storage.clearCache', {});
  output.result(cleared, () => `${count(cleared.answers, 'response')} deleted.`);
  return 0;
}

function describe({ dataFolder, bytes, kinds, spiders, compaction }: StorageReport, limit: number): string {
  const shown = spiders.slice(0, limit);
  const more = spiders.length - shown.length;
  const lines = [
    `${dataFolder} takes ${size(bytes)}.`,
    '',
    renderTable(
      ['what', 'size', 'share'],
      kinds.map((each) => [storageWords[each.kind], size(each.bytes), share(each.bytes, bytes)]),
    ),
  ];
  if (shown.length > 0)
    lines.push(
      '',
      renderTable(
        ['project', 'spider', 'runs', 'size', 'stored pages', 'items'],
        shown.map(({ project, spider, runs, bytes: all, kinds: parts }) => [
          project,
          spider,
          String(runs),
          size(all),
          size(bytesOf(parts, 'pages')),
          size(bytesOf(parts, 'items')),
        ]),
      ),
    );
  if (more > 0) lines.push('', `${count(more, 'more spider')}; --limit shows them.`);
  if (compaction.bytes > 0)
    lines.push('', `"spider-studio storage compact" gives ${size(compaction.bytes)} back to the disk.`);
  return printable(lines.join('\n'));
}

function describeRuns(
  spider: string,
  rows: readonly { run: string; kind: string; state: string; items: number; bytes: number; kinds: Kinds }[],
  total: number,
): string {
  if (total === 0) return printable(`${spider} has no runs.`);
  const table = renderTable(
    ['run', 'kind', 'state', 'items', 'size', 'stored pages'],
    rows.map(({ run, kind, state, items, bytes, kinds }) => [
      run,
      kind,
      state,
      String(items),
      size(bytes),
      size(bytesOf(kinds, 'pages')),
    ]),
  );
  const more = total - rows.length;
  return printable(more > 0 ? `${table}\n\n${count(more, 'earlier run')}; --limit shows them.` : table);
}

type Kinds = StorageReport['kinds'];

const bytesOf = (kinds: Kinds, kind: Kinds[number]['kind']): number =>
  kinds.find((each) => each.kind === kind)?.bytes ?? 0;

const share = (bytes: number, all: number): string => `${((100 * bytes) / Math.max(1, all)).toFixed(1)} %`;
