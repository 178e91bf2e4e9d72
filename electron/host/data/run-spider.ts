import { inProject } from '../../../shared/spider/in-project.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import type { Queries } from '../../store/queries.ts';
import type { RunRow } from '../../store/runs/run-queries.ts';
import { withUsualArgs } from './run-args.ts';

/** A run, and the spider as it had it: with the settings and arguments of the run, and those that its project gave it. Null: the spider is not valid any more. */
export interface RunSpider {
  run: RunRow;
  spider: Spider | null;
  appVersion: string;
}

/** @throws StoreError `not-found` for an unknown run */
export async function spiderOfRun(
  { runs, spiders }: Pick<Queries, 'runs' | 'spiders'>,
  id: string,
): Promise<RunSpider> {
  const run = await runs.get(id);
  const { versionId, options, appVersion } = run;
  const { spider: written } = validateSpider((await spiders.versionById(versionId)).text);
  if (written === null) return { run, spider: null, appVersion };
  const { overrides, args, defaults } = options;
  const { spider } = validateSpider(
    inProject(withUsualArgs({ ...written, settings: { ...written.settings, ...overrides } }, args), defaults),
  );
  return { run, spider, appVersion };
}
