import { count, counted } from '../../../../shared/counted.ts';
import type { Digest, NoticeSettings } from '../../../../shared/contract/types.ts';
import { troubleWords } from '../../../../shared/trouble-kinds.ts';
import type { Night, TroubledSpider } from './night.ts';

const isoTime = (ms: number): string => new Date(ms).toISOString();

const listed = (parts: readonly string[]): string => new Intl.ListFormat('en').format(parts);

/** Writes down what happened in a stretch of time. @param madeAt in milliseconds since 1970 */
export function writeDigest(night: Night, { zone }: Pick<NoticeSettings, 'zone'>, madeAt: number): Digest {
  return {
    from: isoTime(night.from),
    until: isoTime(night.until),
    madeAt: isoTime(madeAt),
    counts: night.counts,
    troubles: grouped(night.spiders).map((group) => {
      const [{ project, spider, run, troubles }, ...more] = group;
      const [{ what, message }, ...others] = troubles;
      const since = sinceOf(group);
      return {
        project,
        spider,
        run,
        what,
        message,
        others,
        since: since === null ? null : isoTime(since),
        ...(more.length === 0
          ? {}
          : { alsoWaiting: more.map(({ project, spider, run }) => ({ project, spider, run })) }),
      };
    }),
    markdown: markdownOf(night, zone),
  };
}

function markdownOf({ from, until, counts, spiders }: Night, zone: string): string {
  const time = clockOf(zone);
  const amount = `${counted(counts.runs, 'run')} of ${counted(counts.spiders, 'spider')}, ${count(counts.completed)} completed, ${counted(counts.items, 'item')}`;
  const when = `${time(from)} to ${time(until)} (${zone})`;
  if (spiders.length === 0) return `Nothing needs a look: ${amount}, ${when}.\n`;
  const title = counted(spiders.length, 'spider needs a look', 'spiders need a look');
  const lines = grouped(spiders).map((group) => lineOf(group, time));
  return `# ${title}\n\n${amount}, ${when}.\n\n${lines.join('\n')}\n`;
}

type Group = [TroubledSpider, ...TroubledSpider[]];

/** Makes one of the spiders that wait for the same login and have no other trouble, where the first of them is. */
function grouped(spiders: readonly TroubledSpider[]): Group[] {
  const waiting = new Map<string, Group>();
  const groups: Group[] = [];
  for (const spider of spiders) {
    const login = spider.troubles.length === 1 ? spider.login : null;
    const known = login === null ? undefined : waiting.get(login);
    if (known !== undefined) {
      known.push(spider);
      continue;
    }
    const group: Group = [spider];
    groups.push(group);
    if (login !== null) waiting.set(login, group);
  }
  return groups;
}

/** When the trouble of the first of them began. */
function sinceOf(group: Group): number | null {
  const times = group.flatMap(({ since }) => since ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

function lineOf(group: Group, time: (ms: number) => string): string {
  const [{ troubles }] = group;
  const [{ what, message }, ...others] = troubles;
  const since = sinceOf(group);
  const runs = group.flatMap(({ run }) => run ?? []);
  const words = group.length > 1 ? 'need a new login' : troubleWords[what];
  const parts = [
    `- ${listed(group.map(({ project, spider }) => `**${project}/${spider}**`))} ${words}: ${oneLine(message)}`,
    ...others.map((other) => `Also ${troubleWords[other.what]}: ${oneLine(other.message)}`),
    since === null ? '' : `Since ${time(since)}.`,
    runs.length === 0 ? '' : `${runs.length === 1 ? 'Run' : 'Runs'} ${listed(runs)}.`,
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
