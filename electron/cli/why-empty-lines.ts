import { isUnderWay } from '../../shared/contract/run-states.ts';
import type { EmptyField, RunDetails, RunSummary } from '../../shared/contract/types.ts';
import { HostError } from '../host/errors.ts';
import type { Context } from './command.ts';
import { count } from './output.ts';

/** What tells whether a run may have something to explain. */
type Told = Pick<RunSummary, 'id' | 'state' | 'counters'> & Pick<RunDetails, 'fields'>;

/**
 * What is empty in all items of a run that is over, and which callbacks find no rows, with the reasons. None is asked for where every
 * field is filled somewhere.
 */
export async function emptyInRun(
  ask: Context['ask'],
  { id, state, counters, fields }: Told,
): Promise<readonly EmptyField[]> {
  const isBare = counters.items === 0 && counters.done > 0;
  if (isUnderWay({ state }) || !(isBare || fields.some(({ filled }) => filled === 0))) return [];
  return emptyFields(ask, id);
}

/** What is always empty in a run, and why; nothing where that takes too long to find. */
export async function emptyFields(ask: Context['ask'], run: string): Promise<readonly EmptyField[]> {
  try {
    return (await ask('tester.emptyInRun', { run })).fields;
  } catch (error) {
    if (error instanceof HostError && error.code === 'timed-out') return [];
    throw error;
  }
}

/** The reasons, a line each: what is empty, why, and what would match. */
export const whyEmptyLines = (empty: readonly EmptyField[]): string[] =>
  empty.map(({ callback, field, of, why }) => {
    const what = field === null ? `No rows for ${callback}` : `Always empty: ${field} of ${callback}`;
    const where = field === null ? count(of, 'page') : count(of, 'item');
    const fix = why.fix === null ? '' : ` Try: ${why.fix.selector}`;
    return `${what} (${where}). ${why.line}${fix}`;
  });
