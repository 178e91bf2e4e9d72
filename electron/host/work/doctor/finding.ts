import { adviceOf, type Advice } from '../../../../shared/contract/advice.ts';
import type { Finding } from '../../../../shared/contract/types.ts';

/** What a check found: its name is added by `examine`. */
export type Found = Omit<Finding, 'check'>;

/** All is well. @param found a sentence */
export const good = (found: string): Found => ({ state: 'good', found, ...adviceOf(null) });

/** Crawls work, but something will be missed or may fail. */
export const attention = (found: string, advice: Advice | string | null): Found => ({
  state: 'attention',
  found,
  ...plain(advice),
});

/** Crawls, or what the check is about, do not work. */
export const broken = (found: string, advice: Advice | string | null): Found => ({
  state: 'broken',
  found,
  ...plain(advice),
});

/** Only the two keys of the contract; advice may be an error with more. */
function plain(advice: Advice | string | null): Advice {
  const { hint, action } = adviceOf(advice);
  return { hint, action };
}
