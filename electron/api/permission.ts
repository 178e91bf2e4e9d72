import { scopeOf } from '../../shared/contract/access.ts';
import { calls, type CallName } from '../../shared/contract/index.ts';
import { HostError } from '../host/errors.ts';
import type { Callers, Subject } from '../host/serving/callers.ts';
import type { Caller } from './caller.ts';

/** Arguments by whose id the project of a call is known. */
const subjects: Readonly<Record<string, Subject>> = {
  run: 'run',
  before: 'run',
  after: 'run',
  page: 'page',
  request: 'request',
  item: 'item',
  entry: 'entry',
  schedule: 'schedule',
};

/** Calls that concern no project and that every caller with their scope can make. */
const general: ReadonlySet<string> = new Set([
  'app.info',
  'spiders.validate',
  'spiders.convert',
  'spiders.templates',
  'schedules.preview',
  'queue.status',
]);

/** Arguments that name a run only in these calls; in others they name moments or places of a list. */
const comparing: ReadonlySet<string> = new Set(['runs.compare', 'runs.differences']);

/**
 * Checks whether a caller may make a call with these arguments.
 * @returns the projects that the call is about
 * @throws HostError `missing-scope`, `other-project`, `needs-project`
 */
export async function requirePermission(
  caller: Caller,
  name: CallName,
  args: Readonly<Record<string, unknown>>,
  callers: Pick<Callers, 'projectOf'>,
): Promise<readonly string[]> {
  const scope = scopeOf(name, calls[name]);
  if (!caller.scopes.includes(scope))
    throw new HostError(
      'missing-scope',
      `This needs the scope "${scope}", and the key has ${caller.scopes.join(', ') || 'none'}.`,
      'Ask an owner for a key with that scope.',
      { scope },
    );
  if (caller.projects === null) return namedProjects(args);
  const projects = [...namedProjects(args), ...(await projectsOfIds(name, args, callers))];
  if (projects.length === 0 && !general.has(name))
    throw new HostError(
      'needs-project',
      `The key is limited to ${listed(caller.projects)}, and this concerns all projects.`,
      'Name a project, or use a key that is not limited.',
    );
  const other = projects.find((project) => !caller.projects?.includes(project));
  if (other !== undefined)
    throw new HostError(
      'other-project',
      `The key is limited to ${listed(caller.projects)}.`,
      'Use a key that reaches the project.',
    );
  return projects;
}

const listed = (projects: readonly string[]): string =>
  `the project${projects.length === 1 ? '' : 's'} ${projects.join(', ')}`;

/** Arguments inside which a project or a run can be named. Free objects, such as overrides of settings, are not among them. */
const nesting: ReadonlySet<string> = new Set(['view', 'source', 'document', 'entries', 'spiders']);

/** The arguments by their names, with those inside others. */
function* named(value: unknown): Generator<[name: string, value: unknown]> {
  if (Array.isArray(value)) for (const one of value) yield* named(one);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    yield [name, inner];
    if (nesting.has(name)) yield* named(inner);
  }
}

function namedProjects(args: unknown): string[] {
  return [...named(args)].flatMap(([name, value]) =>
    (name === 'project' || name === 'toProject') && typeof value === 'string' ? [value] : [],
  );
}

async function projectsOfIds(
  call: CallName,
  args: unknown,
  callers: Pick<Callers, 'projectOf'>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [name, id] of named(args)) {
    const subject = subjects[name];
    // Words such as "latest" stand for runs of a spider that is named beside them.
    if (subject === undefined || typeof id !== 'string' || !/^\d+$/.test(id)) continue;
    if ((name === 'before' || name === 'after') && !comparing.has(call)) continue;
    // An id that stands for nothing is of no project, so whether there is such a thing elsewhere stays unknown.
    found.push((await callers.projectOf(subject, id)) ?? '');
  }
  return found;
}
