import type { HealthReport } from '../../../shared/contract/types.ts';
import { count } from '../../ui/format.ts';

/** What a report comes to: "180 healthy, 12 broken, 8 unknown". What there is none of is left out. */
export function healthWords({
  healthy,
  broken,
  unknown,
}: Pick<HealthReport, 'healthy' | 'broken' | 'unknown'>): string {
  const parts = [
    [healthy, 'healthy'],
    [broken, 'broken'],
    [unknown, 'unknown'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => `${count(number)} ${word}`);
  return said.length === 0 ? 'no spider was checked' : said.join(', ');
}

/** The spiders of a report that are not healthy, the broken ones first. */
export const troubledSpiders = ({ spiders }: Pick<HealthReport, 'spiders'>): HealthReport['spiders'] =>
  spiders
    .filter(({ verdict }) => verdict !== 'healthy')
    .sort((a, b) => Number(b.verdict === 'broken') - Number(a.verdict === 'broken'));
