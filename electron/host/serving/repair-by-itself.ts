import type { ProofCheck, RepairedSelector, RunSummary } from '../../../shared/contract/types.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import { repairedWords } from '../../../shared/contract/repair-words.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { withReplacements } from '../../../shared/spider/with-replacements.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import { newProof } from '../work/proof/new-proof.ts';
import type { Proofs } from '../work/proof/proofs.ts';
import type { Repairs } from '../work/repair/repairs.ts';

/** Old values that a repair must have been tried on, and the share of them that it must find again unchanged. */
const proven = { values: 5, found: 0.9, changed: 0.02 };

/** What finds repairs, proves and saves them. */
interface Repairer {
  readonly database: Pick<DatabaseWorkers, 'call' | 'ask'>;
  readonly repairs: Pick<Repairs, 'propose'>;
  readonly proofs: Pick<Proofs, 'prove'>;
}

const nothing = { version: null, names: [] };

/**
 * Repairs the spider of a run, where a person has allowed that, all that is broken is found again with proof, and the checks of a proof
 * on pages of the run find no fault in the repaired spider. Edits that are not saved, or a version that somebody saves meanwhile, keep
 * it from doing so. What was done is told in the log of the run and in the note of the version.
 */
export async function repairByItself(
  repairer: Repairer,
  run: string,
  signal: AbortSignal,
): Promise<CallValue<'repair.byItself'>> {
  const { database, repairs } = repairer;
  const caller = { window: null, signal };
  const row = await database.call('runs.get', { run }, caller);
  const { project, spider, kind } = row;
  if (kind === 'reextract') return nothing;
  const { byItself } = await database.call('repair.mode', { project, spider }, caller);
  if (!byItself) return nothing;
  const { falls, breaches } = await database.call('repair.falls', { run }, caller);
  if (falls.length === 0 && breaches.length === 0) return nothing;
  const { text, summary, draft } = await database.call('spiders.get', { project, spider }, caller);
  if (draft !== null) return nothing;
  const { selectors } = await repairs.propose({ run, text }, signal);
  const broken = selectors.filter(({ verdict }) => verdict !== 'fine');
  if (broken.length === 0 || !broken.every(isProven)) return nothing;
  const replacements = broken.flatMap(({ path, choices }) =>
    choices.slice(0, 1).map(({ value }) => ({ path, value })),
  );
  const repaired = withReplacements(text, replacements);
  const names = broken.map(({ name }) => name);
  return saveProved(repairer, { run: row, text: repaired, base: summary.version, names }, signal);
}

/** A repaired spider that is not saved yet. */
interface RepairedSpider {
  readonly run: RunSummary;
  readonly text: string;
  readonly base: number;
  readonly names: string[];
}

/** Saves a repaired spider with its proof, if pages of the run prove it. */
async function saveProved(
  { database, proofs }: Repairer,
  { run, text, base, names }: RepairedSpider,
  signal: AbortSignal,
): Promise<CallValue<'repair.byItself'>> {
  const { project, spider } = run;
  const defaults = await database.ask('quick', 'projectSettings', { project });
  const order = { document: text, defaults, pages: { run: run.id }, seed: run.id };
  const proof = await proofs.prove(order, { signal, onShare: () => undefined });
  const fault = faultIn(proof.checks, validateSpider(text).spider);
  const tell = async (message: string): Promise<void> => {
    await database.ask('write', 'noteOnRun', { run: run.id, kind: 'repaired', message });
  };
  if (fault !== null) {
    await tell(
      `The selectors of ${names.join(', ')} were found again, but the spider was not changed: check ${fault.number} (${fault.name}) did not pass.`,
    );
    return nothing;
  }
  const words = repairedWords(run.id, names);
  const note = `${words} Proved by ${proof.certificate.pages.length} pages of the run.`;
  try {
    const { version } = await database.call(
      'spiders.save',
      { project, spider, text, base, note, origin: 'repair' },
      { window: null, signal },
    );
    await database.ask('write', 'keepProof', {
      of: { project, spider },
      proof: newProof(proof, 'own-pages'),
    });
    await tell(`${words} Version ${version} has the repairs. Extract this run again to have its items so.`);
    return { version, names };
  } catch (error) {
    if (error instanceof HostError && error.code === 'stale-version') return nothing;
    throw error;
  }
}

/** The checks that decide. Whether a selector could be shorter, and politeness, do not change with a repair. */
const lastCheck = 9;

/** The first check that did not pass. What a spider has nothing of need not be answered: examples, and lists with their next pages. */
function faultIn(checks: readonly ProofCheck[], spider: Spider | null): ProofCheck | null {
  const hasExamples = Object.values(spider?.expect?.fields ?? {}).some(
    ({ examples }) => (examples ?? []).length > 0,
  );
  const hasLists = Object.values(spider?.callbacks ?? {}).some(({ iterate }) => (iterate ?? null) !== null);
  const needless: ReadonlySet<string> = new Set([
    ...(hasExamples ? [] : ['examples']),
    ...(hasLists ? [] : ['complete lists']),
    'next page',
  ]);
  const faults = checks.filter(
    ({ number, name, result }) =>
      number <= lastCheck && result !== 'pass' && !(result === 'not-run' && needless.has(name)),
  );
  return faults[0] ?? null;
}

/** Whether a repair may be made without a person. */
function isProven({ verdict, choices: [choice] }: RepairedSelector): boolean {
  if (verdict !== 'sure' || choice === undefined) return false;
  const { old, found, changed } = choice.proof;
  return old >= proven.values && found >= old * proven.found && changed <= old * proven.changed;
}
