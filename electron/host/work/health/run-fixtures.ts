import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { DatabaseWorkers } from '../../database/database-workers.ts';
import { HostError } from '../../errors.ts';
import type { Fixtures } from './evidence.ts';

/** What runs the tests of saved pages. */
export interface FixtureTester {
  readonly database: Pick<DatabaseWorkers, 'call'>;
  readonly tester: TestRunner;
}

/** Carries out `tests.run`. */
interface TestRunner {
  runTests(args: CallArgs<'tests.run'>, signal: AbortSignal): Promise<CallValue<'tests.run'>>;
}

/** Earlier versions that are tried, to tell which one broke the tests. */
const triedVersions = 5;

type Grid = CallValue<'tests.run'>['grid'];

const failing: ReadonlySet<Grid['cells'][number]['state']> = new Set(['changed', 'empty', 'missing']);

const none: Fixtures = { locked: 0, failed: [], since: null };

/** Runs the tests of a spider on its saved pages. @throws HostError `cancelled` */
export async function runFixtures(
  { database, tester }: FixtureTester,
  of: { project: string; spider: string },
  signal: AbortSignal,
): Promise<Fixtures> {
  const locked = await database.call('tests.list', of, { window: null });
  if (locked.length === 0) return none;
  const tested = await tester.runTests(of, signal);
  const failed = failedParts(tested.grid);
  const since = failed.length === 0 ? null : await brokenSince({ database, tester }, of, signal);
  return { locked: tested.locked, failed, since };
}

/** The parts of saved pages that are not as locked, those of most pages first. */
function failedParts({ cells }: Pick<Grid, 'cells'>): Fixtures['failed'] {
  const pages = new Map<string, number>();
  for (const { name, locked, state } of cells)
    if (locked && failing.has(state)) pages.set(name, (pages.get(name) ?? 0) + 1);
  return [...pages].map(([name, count]) => ({ name, pages: count })).sort((a, b) => b.pages - a.pages);
}

/** When the version was saved that broke the tests; null: none of the last versions passes them. */
async function brokenSince(
  { database, tester }: FixtureTester,
  of: { project: string; spider: string },
  signal: AbortSignal,
): Promise<string | null> {
  const versions = await database.call('spiders.versions', of, { window: null });
  const newestFirst = versions.toSorted((a, b) => b.number - a.number);
  let broke = newestFirst[0] ?? null;
  for (const earlier of newestFirst.slice(1, 1 + triedVersions)) {
    const { text } = await database.call(
      'spiders.version',
      { ...of, version: earlier.number },
      { window: null },
    );
    if (await passes(tester, { ...of, text }, signal)) return broke?.createdAt ?? null;
    broke = earlier;
  }
  return null;
}

async function passes(
  tester: TestRunner,
  what: { project: string; spider: string; text: string },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await tester.runTests(what, signal)).passed;
  } catch (error) {
    // A version that is no valid spider any more does not pass.
    if (error instanceof HostError && error.code !== 'cancelled') return false;
    throw error;
  }
}
