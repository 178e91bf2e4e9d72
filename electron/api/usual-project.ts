import { HostError } from '../host/errors.ts';
import type { Callers } from '../host/serving/callers.ts';
import type { Caller } from './caller.ts';

/** The project of spiders for which none is named anywhere. */
const projectOfNone = 'default';

/**
 * The project that a request leaves out: that of the spider where its name is unique, else the only project of the key, else
 * "default".
 * @throws HostError `ambiguous-spider`
 */
export async function usualProject(
  { spider }: Readonly<Record<string, unknown>>,
  { projects: own }: Pick<Caller, 'projects'>,
  callers: Pick<Callers, 'projectsOfSpider'>,
): Promise<string> {
  const found = typeof spider === 'string' ? await callers.projectsOfSpider(spider) : [];
  const reachable = own === null ? found : found.filter((project) => own.includes(project));
  if (reachable.length > 1)
    throw new HostError(
      'ambiguous-spider',
      `Several projects have a spider "${String(spider)}": ${reachable.join(', ')}.`,
      'Name the project.',
      { projects: reachable },
    );
  const [only] = reachable;
  return only ?? (own?.length === 1 ? own[0] : undefined) ?? projectOfNone;
}
