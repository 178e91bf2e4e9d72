import type { CallName, TopicEvent } from '../../../shared/contract/index.ts';
import type { Handler } from '../data/call-context.ts';
import type { AskedDatabase } from '../data/internal.ts';
import { applyRetention, previewRetention } from '../work/retention/apply-retention.ts';
import { removeObjects } from '../work/retention/remove-objects.ts';

type RetentionCall = Extract<CallName, 'retention.preview' | 'retention.apply'>;
type RetentionHandlers = { readonly [N in RetentionCall]: Handler<N> };

/** Handlers of the calls that tell what goes by rule, and remove it. */
export function createRetentionHandlers(
  database: AskedDatabase,
  report: (
    operation: string | undefined,
    stage: TopicEvent<'progress'>['stage'],
    percent?: number | null,
  ) => void,
): RetentionHandlers {
  return {
    'retention.preview': async ({ operation, ...scope }, { signal }) => {
      const onPercent = (percent: number): void => report(operation, 'measuring', percent);
      const spiders = await previewRetention(database, scope, { signal, onPercent });
      const removed = spiders.flatMap(({ remove }) => remove);
      const all = spiders.flatMap(({ remove, pages, detail }) => [...remove, ...pages, ...detail]);
      return {
        spiders,
        runs: removed.length,
        items: removed.reduce((sum, { items }) => sum + items, 0),
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },
    'retention.apply': async ({ operation, only, ...scope }, { signal }) => {
      const onPercent = (percent: number): void => report(operation, 'removing', percent);
      const removed = await applyRetention(database, scope, only ?? null, { signal, onPercent });
      await removeObjects(signal);
      return removed;
    },
  };
}
