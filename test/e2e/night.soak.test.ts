import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { expectPoliteness, liveThroughNights } from './night.ts';
import { mostAhead, nightDelay } from '../servers/night-site.ts';

/** How much more the daemon may hold after any later night than after the second: in the first, it warms up. */
const allowedGrowth = 1.1;
/** How much it may hold at most with eight crawls at once, in megabytes. */
const mostMemory = 900;

/** Resident memory of a process in megabytes; null where there is no /proc. */
function memoryOf(pid: number): number | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]) / 1024;
}

it('two hundred spiders on forty hosts, every night, of which twelve break', async ({ annotate }) => {
  const size = { shops: 200, hosts: 40, broken: 12 };
  const { broken, digest, memory, site } = await liveThroughNights(size, memoryOf);
  const ahead = Math.max(...site.arrivals.map((log) => mostAhead(log, nightDelay * 1000)));
  await annotate(JSON.stringify({ memory, ahead, requests: site.arrivals.flat().length }));
  expect(digest.troubles.map(({ spider }) => spider).toSorted()).toEqual([...broken.keys()].toSorted());
  expect(digest.counts).toMatchObject({ spiders: 200, withTrouble: 12 });
  expectPoliteness(site);
  expect(growthOf(memory)).toBeLessThanOrEqual(allowedGrowth);
  expect(Math.max(0, ...memory)).toBeLessThanOrEqual(mostMemory);
}, 1_800_000);

/** The most after a night against that after the second; 1 without figures. */
const growthOf = ([, second = 1, ...others]: readonly number[]): number =>
  Math.max(second, ...others) / second;
