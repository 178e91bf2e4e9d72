import type { HealthFinding } from '../../../../shared/contract/types.ts';
import { chanceOfAtMost, lowerShare } from './chance.ts';
import type { FieldCount, PastRun, SpiderFacts } from '../../data/health-facts.ts';
import { isOver } from './past.ts';

/** Items of a callback that a sample, and those that a full run, must have to be judged by their fields. */
const leastSampled = 5;
const leastInRun = 10;
/** Full runs that a sample is compared with, and the most that may have been broken since. */
const comparedRuns = 4;
const mostBroken = 6;
/** The share of values that must be lost, of all items or of those that had one. */
const lostOfAll = 0.2;
const lostOfFilled = 0.5;
/**
 * How likely it may be that a spider that works is called broken for any of its fields. With 200 spiders that is one false alarm in
 * ten checks at the very most; what is asked of each count is stricter still.
 */
const falseAlarm = 0.0005;

interface Counted {
  items: number;
  filled: number;
}

/**
 * Fields that are empty clearly more often in the sample than in the full runs before.
 *
 * A sample is the first items of a crawl, not a random draw, and runs differ from night to night. So a field is compared with the
 * least that any of the last good runs had, and with what the first items of these runs had. It counts as lost only where so few
 * values have a chance below `falseAlarm` by the binomial distribution, divided by the number of fields, and where the loss is large.
 * Where the newest runs have lost it too, they are the series since when it is so.
 */
export function fillFindings(
  { asked, runs }: Pick<SpiderFacts, 'asked' | 'runs'>,
  sampled: readonly FieldCount[],
): HealthFinding[] {
  const chance = falseAlarm / Math.max(1, asked.length);
  const over = runs.filter((run) => isOver(run) && run.fields.length > 0);
  return asked.flatMap((of) => {
    const now = countOf(sampled, of);
    if (now === null || now.items < leastSampled) return [];
    const past = over.flatMap((run) => {
      const all = countOf(run.fields, of);
      return all === null || all.items < leastInRun ? [] : [{ run, all, head: countOf(run.head, of) }];
    });
    for (let broken = 0; broken <= Math.min(mostBroken, past.length - 1); broken += 1) {
      const before = past.slice(broken, broken + comparedRuns);
      const usual = Math.min(...before.map(({ all }) => lowerShare(all.filled, all.items)));
      const since = past.slice(0, broken);
      if (!since.every(({ all }) => isLost(all, usual, chance))) continue;
      if (!isLost(now, Math.min(usual, headShare(before)), chance)) continue;
      return [findingOf(of.field, now, before, since.at(-1)?.run ?? null)];
    }
    return [];
  });
}

/** Whether so few values are there that chance does not explain it, and that it matters. @param usual share that there was before */
function isLost({ items, filled }: Counted, usual: number, chance: number): boolean {
  const share = filled / items;
  if (share > usual - lostOfAll && share > usual * (1 - lostOfFilled)) return false;
  return chanceOfAtMost(filled, items, usual) < chance;
}

/** What the first items of some runs had at least, taken together; 1 where they were not counted. */
function headShare(runs: readonly { head: Counted | null }[]): number {
  const heads = runs.flatMap(({ head }) => head ?? []);
  const sum = (of: keyof Counted): number => heads.reduce((total, head) => total + head[of], 0);
  return heads.length === 0 ? 1 : lowerShare(sum('filled'), sum('items'));
}

function countOf(
  counts: readonly FieldCount[],
  { callback, field }: Pick<FieldCount, 'callback' | 'field'>,
): Counted | null {
  return counts.find((count) => count.callback === callback && count.field === field) ?? null;
}

function findingOf(
  field: string,
  now: Counted,
  before: readonly { run: PastRun; all: Counted }[],
  first: PastRun | null,
): HealthFinding {
  const items = before.reduce((sum, { all }) => sum + all.items, 0);
  const filled = before.reduce((sum, { all }) => sum + all.filled, 0);
  const [last] = before;
  return {
    kind: 'fill',
    field,
    message: `${field} is filled in ${now.filled} of ${now.items} items of the sample; before it was in ${percent(filled / items)}.`,
    hint: 'Propose a repair from the sample, or see on one of its pages why the field is empty.',
    since: first === null ? (last?.run.endedAt ?? null) : (first.endedAt ?? first.at),
    sinceRun: first?.run ?? null,
  };
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
