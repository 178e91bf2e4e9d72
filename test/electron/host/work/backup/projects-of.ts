import { openWorkspace } from '../../../../../electron/host/workspace/workspace.ts';

/** The names of the projects in a data folder, which is opened and closed again. */
export async function projectsOf(dataDir: string): Promise<string[]> {
  const workspace = openWorkspace(dataDir);
  try {
    return (await workspace.queries.projects.list()).map(({ name }) => name);
  } finally {
    workspace.close();
  }
}
