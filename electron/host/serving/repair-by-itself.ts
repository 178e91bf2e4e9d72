import type { RepairedSelector } from '../../../shared/contract/types.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import { withReplacements } from '../../../shared/spider/with-replacements.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { Repairs } from '../work/repair/repairs.ts';

/** Old values that a repair must have been tried on, and the share of them that it must find again unchanged. */
const proven = { values: 5, found: 0.9, changed: 0.02 };

/** What finds repairs and saves them. */
interface Repairer {
  readonly database: Pick<DatabaseWorkers, 'call'>;
  readonly repairs: Pick<Repairs, 'propose'>;
}

const nothing = { version: null, names: [] };

/**
 * Repairs the spider of a run, where a person has allowed that, and all that is broken is found again with proof. Edits that are not
 * saved, or a version that somebody saves meanwhile, keep it from doing so.
 */
export async function repairByItself(
  { database, repairs }: Repairer,
  run: string,
  signal: AbortSignal,
): Promise<CallValue<'repair.byItself'>> {
  const caller = { window: null, signal };
  const { project, spider, kind } = await database.call('runs.get', { run }, caller);
  if (kind === 'reextract') return nothing;
  const { byItself } = await database.call('repair.mode', { project, spider }, caller);
  if (!byItself) return nothing;
  const { falls } = await database.call('repair.falls', { run }, caller);
  if (falls.length === 0) return nothing;
  const { text, summary, draft } = await database.call('spiders.get', { project, spider }, caller);
  if (draft !== null) return nothing;
  const { selectors } = await repairs.propose({ run, text }, signal);
  const broken = selectors.filter(({ verdict }) => verdict !== 'fine');
  if (broken.length === 0 || !broken.every(isProven)) return nothing;
  const replacements = broken.flatMap(({ path, choices }) =>
    choices.slice(0, 1).map(({ value }) => ({ path, value })),
  );
  const repaired = withReplacements(text, replacements);
  const wanted = { project, spider, text: repaired, base: summary.version };
  try {
    const { version } = await database.call('spiders.save', wanted, caller);
    return { version, names: broken.map(({ name }) => name) };
  } catch (error) {
    if (error instanceof HostError && error.code === 'stale-version') return nothing;
    throw error;
  }
}

/** Whether a repair may be made without a person. */
function isProven({ verdict, choices: [choice] }: RepairedSelector): boolean {
  if (verdict !== 'sure' || choice === undefined) return false;
  const { old, found, changed } = choice.proof;
  return old >= proven.values && found >= old * proven.found && changed <= old * proven.changed;
}
