import type { CallArgs, CallValue } from '../../../shared/contract/index.ts';
import type { RetentionRules, SpiderRetention } from '../../../shared/contract/types.ts';
import { keepEverything, keptWords, type RetentionRule } from '../../../shared/retention.ts';
import { size } from '../backup-words.ts';
import { projectFilter, wholeNumber, type CommandSpec, type Context, type OptionSpec } from '../command.ts';
import { interruptions } from '../interruptions.ts';
import { count, printable, UsageError } from '../output.ts';
import { renderTable } from '../table.ts';
import { forceOption, isAgreed } from '../deleting.ts';

const scopeOption: OptionSpec = {
  flags: '--project <name>',
  description: 'of this project; with a spider, the project of that spider (default: "default")',
};

const limitOption = (name: string, description: string): OptionSpec => ({
  flags: `--${name} <n>`,
  description: `${description}; "all" keeps all`,
});

/** The commands below `retention`. */
export const retentionCommands: CommandSpec[] = [
  {
    usage: 'show',
    summary: 'show the rules by which runs go',
    description:
      'Shows the rules of the workspace, of projects and of spiders. The nearest one holds, as a whole; without one everything is kept.',
    examples: [['retention show', 'the rules, and what the last night has removed']],
    async run({ ask, output }) {
      const rules = await ask('retention.rules', {});
      output.result(rules, () => describeRules(rules));
    },
  },
  {
    usage: 'set [spider]',
    summary: 'set the rule of the workspace, a project or a spider',
    description:
      'Sets what is kept: of the workspace, with --project of a project, or of a spider. What is not named stays as it is in an earlier rule, and is kept without one. Nothing goes by this: "retention preview" shows what would, "retention apply" and the nights remove it.',
    options: [
      scopeOption,
      limitOption('runs', 'keep this many of the newest full runs that completed, and everything since'),
      limitOption('days', 'keep the runs of so many days; with --runs, a run goes only where both let it go'),
      limitOption('pages', 'keep the stored pages of this many of the newest full runs; items stay'),
      limitOption('detail', 'keep the log and the headers of responses of this many'),
      {
        flags: '--dataset <what>',
        description:
          'keep: a run stays that was the first or the last to see an item; forget: the dataset forgets it',
        choices: ['keep', 'forget'],
      },
      { flags: '--remove', description: 'remove the rule, so that a farther one holds' },
    ],
    examples: [
      ['retention set --pages 3', 'only the newest three full runs of each spider keep their pages'],
      ['retention set sample-shop --runs 30 --dataset forget', 'a spider keeps thirty runs'],
      ['retention set --project press --remove', 'a project has no rule of its own any more'],
    ],
    run: setRule,
  },
  {
    usage: 'preview [spider]',
    summary: 'show exactly what would go',
    description:
      'Shows which runs, stored pages and logs would go by the rules, how much room that gives, what the dataset loses, and which runs stay and why. Nothing is removed.',
    options: [projectFilter],
    examples: [
      ['retention preview', 'of all spiders'],
      ['retention preview sample-shop --json', 'of one, for programs'],
    ],
    async run(context, [spider]) {
      const preview = await context.ask('retention.preview', scopeOf(context, spider));
      context.output.result(preview, () => describePreview(preview));
    },
  },
  {
    usage: 'apply [spider]',
    summary: 'remove for good what goes by the rules',
    description:
      'Shows what goes by the rules, asks, and removes it for good, not into the trash: in short steps between which runs and windows go on. Ctrl+C ends after a spider; what was decided for it is finished then, or by the next window, daemon or command.',
    options: [projectFilter, forceOption],
    examples: [
      ['retention apply', 'shows, asks on a terminal, then removes'],
      ['retention apply --force --json', 'for programs'],
    ],
    run: apply,
  },
  {
    usage: 'nightly <on|off>',
    summary: 'apply the rules every night',
    description:
      'Applies the rules every night after three, by a daemon, or by a window that is open. "retention show" tells what the last night has removed.',
    examples: [['retention nightly on', 'from the next night on']],
    async run({ ask, output }, [given = '']) {
      if (given !== 'on' && given !== 'off') throw new UsageError(`"${given}" is not "on" or "off".`);
      const rules = await ask('retention.configure', { nightly: given === 'on' });
      output.result(rules, () => describeRules(rules));
    },
  },
];

/** The command `runs pin`. */
export const pin: CommandSpec = {
  usage: 'pin <run>',
  summary: 'keep a run, whatever the rules say',
  description:
    'Pins a run, so that no rule touches it or its pages; --off takes the pin away. It can be deleted by hand as before.',
  options: [{ flags: '--off', description: 'take the pin away' }],
  examples: [
    ['runs pin 7', 'run 7 stays as it is'],
    ['runs pin 7 --off', 'the rules hold for it again'],
  ],
  async run({ ask, options, output }, [run = '']) {
    const pinned = !options.flag('off');
    const state = await ask('runs.pin', { run, pinned });
    output.result({ run, ...state }, () => `Run ${run} is ${pinned ? 'pinned' : 'not pinned any more'}.`);
  },
};

type Scope = Pick<CallArgs<'retention.preview'>, 'project' | 'spider'>;

function scopeOf({ options }: Context, spider: string | undefined): Scope {
  const project = options.text('project');
  if (spider !== undefined) return { project: project ?? 'default', spider };
  return project === null ? {} : { project };
}

async function setRule(context: Context, [spider]: readonly string[]): Promise<void> {
  const { ask, options, output } = context;
  const scope = scopeOf(context, spider);
  const before = (await ask('retention.rules', {})).rules.find(
    (each) => each.project === (scope.project ?? null) && each.spider === (scope.spider ?? null),
  );
  const given: Partial<RetentionRule> = {};
  for (const name of ['runs', 'days', 'pages', 'detail'] as const) {
    const value = options.text(name);
    if (value !== null) given[name] = value === 'all' ? null : wholeNumber(value, `--${name}`);
  }
  const dataset = options.text('dataset');
  if (dataset === 'keep' || dataset === 'forget') given.dataset = dataset;
  const removes = options.flag('remove');
  if (removes === Object.keys(given).length > 0)
    throw new UsageError(
      removes ? '--remove does not go with a rule.' : 'What is to be kept is missing.',
      'Give --runs, --days, --pages, --detail or --dataset, or --remove.',
    );
  const rule = removes ? null : { ...keepEverything, ...before?.rule, ...given };
  const rules = await ask('retention.set', { ...scope, rule });
  output.result(rules, () => describeRules(rules));
}

async function apply(context: Context, [spider]: readonly string[]): Promise<number> {
  const { ask, options, output } = context;
  const scope = scopeOf(context, spider);
  const preview = await ask('retention.preview', scope);
  const touched = preview.spiders.flatMap(({ remove, pages, detail }) => [...remove, ...pages, ...detail]);
  if (touched.length > 0) {
    if (!options.flag('force')) output.note(describePreview(preview));
    if (!(await isAgreed(context, 'Remove this for good?', 'Nothing was removed.'))) return 1;
  }
  const interrupted = interruptions(() => output.note('Ending after this spider.'));
  try {
    const only = touched.map(({ run }) => run);
    const removed = await ask('retention.apply', { ...scope, only }, { signal: interrupted.pause });
    output.result(removed, () => describeRemoved(removed));
  } finally {
    interrupted.end();
  }
  return 0;
}

function describeRules({ rules, nightly, last }: RetentionRules): string {
  const table =
    rules.length === 0
      ? 'There is no rule: everything is kept. "spider-studio retention set" adds one.'
      : renderTable(
          ['of', 'runs', 'days', 'pages', 'detail', 'dataset'],
          rules.map(({ project, spider, rule }) => [
            project === null ? 'workspace' : spider === null ? `project ${project}` : `${project}/${spider}`,
            ...[rule.runs, rule.days, rule.pages, rule.detail].map((value) =>
              value === null ? 'all' : String(value),
            ),
            rule.dataset,
          ]),
        );
  const night = nightly ? 'The rules are applied every night.' : 'The rules are applied by hand.';
  const before = last === null ? '' : ` Last at ${last.at}: ${describeRemoved(last.removed)}`;
  return printable(`${table}\n\n${night}${before}`);
}

function describePreview({ spiders, bytes }: CallValue<'retention.preview'>): string {
  if (spiders.length === 0) return 'Nothing would go.';
  return printable([...spiders.flatMap(linesOf), '', `${size(bytes)} would become free.`].join('\n'));
}

function linesOf({ project, spider, from, remove, pages, detail, kept, dataset }: SpiderRetention): string[] {
  const lines = [`${project}/${spider} (rule of the ${from})`];
  for (const { run, createdAt, items, pages: stored, bytes } of remove)
    lines.push(
      `  run ${run} of ${createdAt} goes: ${count(items, 'item')}, ${count(stored, 'stored page')}, ${size(bytes)}`,
    );
  for (const { run, createdAt, pages: stored, bytes } of pages)
    lines.push(
      `  run ${run} of ${createdAt} loses ${count(stored, 'stored page')}, ${size(bytes)}; its items stay`,
    );
  for (const { run, createdAt, events, bytes } of detail)
    lines.push(`  run ${run} of ${createdAt} loses its log: ${count(events, 'event')}, ${size(bytes)}`);
  for (const { run, why } of kept) lines.push(`  run ${run} stays: it ${keptWords[why]}`);
  const { lost, later } = dataset;
  if (lost > 0) lines.push(`  the dataset forgets ${count(lost, 'item')} that only these runs have seen`);
  if (later > 0)
    lines.push(`  ${count(later, 'item')} of the dataset ${later === 1 ? 'is' : 'are'} first seen later`);
  return lines;
}

function describeRemoved({ runs, items, pagesOf, detailOf, bytes }: CallValue<'retention.apply'>): string {
  if (runs + pagesOf + detailOf === 0) return 'nothing went.';
  const parts = [
    runs > 0 ? `${count(runs, 'run')} with ${count(items, 'item')}` : null,
    pagesOf > 0 ? `the stored pages of ${count(pagesOf, 'run')}` : null,
    detailOf > 0 ? `the log of ${count(detailOf, 'run')}` : null,
  ].filter((part) => part !== null);
  return `${parts.join(', ')} went; ${size(bytes)} became free inside the database.`;
}
