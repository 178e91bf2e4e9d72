import type { Spider } from '../../../../shared/spider/schema.ts';
import { readSettings, type CrawlSettings } from '../../../../shared/spider/settings.ts';
import type { RunOptions } from '../../../store/runs/run-queries.ts';
import { checkedSpider } from '../../data/checked-spider.ts';
import { inProject, ownProblems } from '../../../../shared/spider/in-project.ts';
import { withArgs } from '../../data/run-args.ts';
import type { ProxyPlan } from '../../data/proxies.ts';
import type { OpenedLogin } from '../logins/logins.ts';
import { type BrowserPlan } from './run-browser.ts';
import type { ExecutionOptions } from './run-session.ts';

/**
 * Applies overrides, arguments and the defaults of the project to the spider, validates it, reads its settings, and reports warnings.
 * @throws HostError `bad-run-args`, `invalid-spider`
 */
export function prepare(
  stored: Spider,
  { overrides, args = {}, defaults }: RunOptions,
  execution: Pick<ExecutionOptions, 'onWarning'>,
): { spider: Spider; settings: CrawlSettings } {
  const changed = { ...stored, settings: { ...stored.settings, ...overrides } };
  const what = `"${stored.name}" with the settings of this run`;
  const own = withArgs(changed, args);
  const { spider, problems } = checkedSpider(
    inProject(own, defaults),
    what,
    'Change the settings that this run was given.',
  );
  for (const problem of ownProblems(problems, own, defaults)) execution.onWarning?.(problem);
  return { spider, settings: readSettings(spider.settings) };
}

/** The plan of a run, read from its spider once. */
interface RunPlan {
  project: string;
  spider: Spider;
  settings: CrawlSettings;
  options: RunOptions;
}

/** A run that is to be created. */
export interface BeginningRun extends RunPlan {
  /** Version of the spider. */
  versionId: string;
}

/** A run with all that its sessions need. */
export interface PlannedRun extends RunPlan {
  id: string;
  /** Usable proxies; null: none. */
  proxies: ProxyPlan | null;
  browser: BrowserPlan;
  /** The login of SESSION; null: none. */
  login: OpenedLogin | null;
}
