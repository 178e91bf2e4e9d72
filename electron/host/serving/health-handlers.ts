import { sampleItems } from '../../../shared/contract/calls/health.ts';
import type { TopicEvent } from '../../../shared/contract/index.ts';
import type { Handler } from '../data/call-context.ts';
import { healthReport } from '../data/health-report.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { checkSpiders, type HealthChecker } from '../work/health/check-spiders.ts';

/** Services that checks of spiders need. */
interface HealthServices {
  readonly database: Pick<DatabaseWorkers, 'call' | 'ask'>;
  readonly tester: HealthChecker['tester'];
  readonly startRun: Handler<'runs.start'>;
}

/** Creates the handlers of the calls about health that need more than the database. @param report publishes the progress of an operation */
export function createHealthHandlers(
  { database, tester, startRun }: HealthServices,
  report: (operation: string | undefined, stage: TopicEvent<'progress'>['stage'], percent: number) => void,
): { readonly [N in 'health.check']: Handler<N> } {
  return {
    'health.check': async (args, context) => {
      const { project, limit = sampleItems.default, allowPrivate = false, operation } = args;
      const { window, signal, onChecked } = context;
      for (const spider of args.spiders ?? [])
        await database.ask('quick', 'requireSpider', { project, spider });
      const all = await database.call('spiders.list', { project }, { window });
      const spiders = args.spiders === undefined ? all.map(({ name }) => name) : [...new Set(args.spiders)];
      let done = 0;
      report(operation, 'checking', 0);
      const checked = await checkSpiders(
        {
          database,
          tester,
          startRun: async (run) => startRun(run, context),
          now: Date.now,
        },
        { project, spiders, limit, allowPrivate },
        {
          signal,
          onChecked: (health) => {
            done += 1;
            onChecked?.(health, { done, of: spiders.length });
            report(operation, 'checking', (100 * done) / spiders.length);
          },
        },
      );
      return healthReport(project, checked, checked.length === 0 ? new Date().toISOString() : '');
    },
  };
}
