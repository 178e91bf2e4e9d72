import { applyArgs, usualArgs } from '../../../shared/spider/args.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import { HostError } from '../errors.ts';

/** A spider with the arguments of a run in place. @throws HostError `bad-run-args` */
export function withArgs(spider: Spider, args: Readonly<Record<string, string>>): Spider {
  const applied = applyArgs(spider, args);
  if ('spider' in applied) return applied.spider;
  throw new HostError('bad-run-args', applied.message, applied.hint);
}

/**
 * A spider with arguments in place outside of a run: what is not given has its default, and without one its own name.
 * @throws HostError `bad-run-args` for unknown ones
 */
export function withUsualArgs(spider: Spider, args: Readonly<Record<string, string>> = {}): Spider {
  return withArgs(spider, { ...usualArgs(spider), ...args });
}
