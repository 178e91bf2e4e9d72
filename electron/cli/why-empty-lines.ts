import type { EmptyField } from '../../shared/contract/types.ts';
import { HostError } from '../host/errors.ts';
import type { Context } from './command.ts';
import { count } from './output.ts';

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
