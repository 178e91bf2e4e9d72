import type { Digest } from '../../../shared/contract/types.ts';
import { projectFilter, type CommandSpec } from '../command.ts';
import { printable, UsageError } from '../output.ts';

/** The command `digest`. */
export const digest: CommandSpec = {
  usage: 'digest',
  summary: 'tell what happened, and which spiders need a look',
  description:
    'Looks back at the full runs that ended or paused, at the queue and at schedules, and names each spider with trouble once: the worst first, with what else is wrong, and since when. Nothing is sent. Changes are kept for 30 days. The exit code is 1 when a spider needs a look.',
  options: [
    projectFilter,
    {
      flags: '--since <time>',
      description:
        'look back to this time, such as 2026-03-29T22:00 or 12h or 7d ago (default: the last digest that was made by itself, or a day)',
    },
    { flags: '--until <time>', description: 'look back from this time (default: now)' },
    { flags: '--markdown', description: 'print it as Markdown' },
  ],
  examples: [
    ['digest', 'since the last digest, for a person'],
    ['digest --project press --since 7d --json', 'a week of one project, for a program'],
    ['digest --since 12h --markdown', 'a night, for a mail or a chat'],
  ],
  async run({ output, options, ask, streams }) {
    const isMarkdown = options.flag('markdown');
    if (isMarkdown && output.json)
      throw new UsageError('--markdown and --json cannot be combined.', 'The JSON has the Markdown, too.');
    const [project, since, until] = [options.text('project'), options.text('since'), options.text('until')];
    const made = await ask('notices.digest', {
      ...(project === null ? {} : { project }),
      ...(since === null ? {} : { from: moment(since) }),
      ...(until === null ? {} : { until: moment(until) }),
    });
    if (isMarkdown) streams.stdout.write(made.markdown);
    else output.result(made, () => describe(made));
    return made.troubles.length === 0 ? 0 : 1;
  },
};

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time, or how long ago it was: "12h", "7d". Anything else is left to the application. */
function moment(text: string): string {
  const [, amount = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const ms = units[unit];
  return ms === undefined ? text : new Date(Date.now() - Number(amount) * ms).toISOString();
}

/** The Markdown without its marks. */
function describe({ markdown }: Digest): string {
  const lines = markdown.trimEnd().split('\n');
  return printable(
    lines
      .map((line) =>
        line
          .replace(/^# /, '')
          .replaceAll('**', '')
          .replaceAll(/\\(?=[\\`*_[\]<>#|])/g, ''),
      )
      .join('\n'),
  );
}
