import { count, counted } from '../../../../shared/counted.ts';
import type { Digest, NoticeSettings } from '../../../../shared/contract/types.ts';
import { troubleWords } from '../../../../shared/trouble-kinds.ts';
import type { Night, TroubledSpider } from './night.ts';

const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Writes down what happened in a stretch of time. @param madeAt in milliseconds since 1970 */
export function writeDigest(night: Night, { zone }: Pick<NoticeSettings, 'zone'>, madeAt: number): Digest {
  return {
    from: isoTime(night.from),
    until: isoTime(night.until),
    madeAt: isoTime(madeAt),
    counts: night.counts,
    troubles: night.spiders.map(
      ({ project, spider, run, troubles: [{ what, message }, ...others], since }) => ({
        project,
        spider,
        run,
        what,
        message,
        others,
        since: since === null ? null : isoTime(since),
      }),
    ),
    markdown: markdownOf(night, zone),
  };
}

function markdownOf({ from, until, counts, spiders }: Night, zone: string): string {
  const time = clockOf(zone);
  const amount = `${counted(counts.runs, 'run')} of ${counted(counts.spiders, 'spider')}, ${count(counts.completed)} completed, ${counted(counts.items, 'item')}`;
  const when = `${time(from)} to ${time(until)} (${zone})`;
  if (spiders.length === 0) return `Nothing needs a look: ${amount}, ${when}.\n`;
  const title = counted(spiders.length, 'spider needs a look', 'spiders need a look');
  const lines = spiders.map((spider) => lineOf(spider, time));
  return `# ${title}\n\n${amount}, ${when}.\n\n${lines.join('\n')}\n`;
}

function lineOf(
  { project, spider, run, troubles, since }: TroubledSpider,
  time: (ms: number) => string,
): string {
  const [{ what, message }, ...others] = troubles;
  const parts = [
    `- **${project}/${spider}** ${troubleWords[what]}: ${oneLine(message)}`,
    ...others.map((other) => `Also ${troubleWords[other.what]}: ${oneLine(other.message)}`),
    since === null ? '' : `Since ${time(since)}.`,
    run === null ? '' : `Run ${run}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Messages have parts of pages in them: neither a line nor a mark of Markdown may come of that. */
const oneLine = (message: string): string =>
  message
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>#|]/g, '\\$&');

/** Formats times as a clock in a zone shows them: "2026-03-29 03:00". */
function clockOf(zone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (ms) => format.format(ms);
}
