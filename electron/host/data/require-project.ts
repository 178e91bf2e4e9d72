import { knownNames } from '../../../shared/spider/known-names.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Checks that a project exists. @throws HostError `unknown-project`, with the nearest name as hint */
export async function requireProject(
  { queries: { projects } }: Pick<Workspace, 'queries'>,
  name: string,
): Promise<void> {
  if ((await projects.get(name)) !== null) return;
  const known = (await projects.list()).map((project) => project.name);
  throw new HostError(
    'unknown-project',
    `There is no project "${name}".`,
    known.length === 0
      ? {
          hint: 'There are no projects yet; they come with their first spider.',
          action: { action: 'import-spider' },
        }
      : knownNames(known.length === 1 ? 'There is' : 'There are', name, known),
  );
}
