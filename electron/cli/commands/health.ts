import { writeFile } from 'node:fs/promises';
import { sampleItems } from '../../../shared/contract/calls/health.ts';
import type { HealthReport, SpiderHealth } from '../../../shared/contract/types.ts';
import { healthWords, sinceWords } from '../../../shared/contract/health-words.ts';
import { toHostError } from '../../host/errors.ts';
import { projectOption, type CommandSpec } from '../command.ts';
import { interruptions } from '../interruptions.ts';
import { printable, UsageError } from '../output.ts';

/** The command `health`. */
export const health: CommandSpec = {
  usage: 'health',
  summary: 'check whether the spiders of a project still work',
  description:
    'Samples every spider of a project with a small test run, a few spiders at a time, and looks at four things: whether the sample could be fetched, whether it is as the spider expects, whether fields are empty more often than in the full runs before, and how the last full runs ended. Locked values of saved pages are tested as well. Tells what broke and since when. A spider that could not be sampled is "unknown" and never healthy. The report is kept for the window; a sample replaces that of the check before. The exit code is 1 when a spider is broken.',
  options: [
    projectOption,
    { flags: '--spider <name>', description: 'check only this spider (repeatable)', repeatable: true },
    {
      flags: '--limit <n>',
      description: `the most items of a sample (default: ${sampleItems.default}); more find smaller losses`,
    },
    { flags: '--allow-private', description: 'allow loopback and private addresses' },
    {
      flags: '--markdown <file>',
      description: 'write the report as Markdown ("-": to standard output, instead of the text)',
    },
  ],
  examples: [
    ['health', 'all spiders of the default project'],
    ['health --project press --markdown report.md', 'a report for a mail or a pull request'],
    [
      'health --spider shop --spider news --limit 50 --json',
      'two spiders, with larger samples, for a program',
    ],
  ],
  async run({ options, ask, output, streams }) {
    const file = options.text('markdown');
    if (file === '-' && output.json)
      throw new UsageError('--markdown - and --json both write to standard output.', 'Name a file.');
    const limit = options.count('limit') ?? sampleItems.default;
    if (limit > sampleItems.most)
      throw new UsageError(`--limit must be at most ${sampleItems.most}.`, 'A sample is a small run.');
    const spiders = options.list('spider');
    const interrupted = interruptions(() =>
      output.note('Ending the samples that are being fetched. Press Ctrl+C again to end at once.'),
    );
    interrupted.stop.addEventListener('abort', () => process.exit(130), { once: true });
    const report = await ask(
      'health.check',
      {
        project: options.project(),
        ...(spiders.length === 0 ? {} : { spiders }),
        limit,
        allowPrivate: options.flag('allowPrivate'),
      },
      {
        signal: interrupted.pause,
        onChecked: ({ spider, verdict }, { done, of }) => output.note(`${done}/${of} ${spider}: ${verdict}`),
      },
    );
    interrupted.end();
    if (file !== null && file !== '-') {
      await writeFile(file, report.markdown).catch((error: unknown) => {
        throw toHostError(error);
      });
      output.note(`Wrote ${file}.`);
    }
    if (file === '-') streams.stdout.write(report.markdown);
    else output.result(report, () => describe(report));
    return report.broken > 0 ? 1 : 0;
  },
};

function describe(report: HealthReport): string {
  const told = report.spiders.filter(({ verdict }) => verdict !== 'healthy');
  return printable([...told.map(describeSpider), healthWords(report)].join('\n\n'));
}

function describeSpider({ spider, verdict, reason, findings }: SpiderHealth): string {
  if (verdict === 'unknown') return `${spider}: unknown\n  ${reason ?? ''}`;
  const lines = findings.flatMap((finding) => {
    const since = sinceWords(finding);
    return [
      `  ${finding.kind}: ${finding.message}`,
      ...(since === '' ? [] : [`      ${since}`]),
      ...(finding.hint === null ? [] : [`      ${finding.hint}`]),
    ];
  });
  return [`${spider}: broken`, ...lines].join('\n');
}
