import { openWorkspace } from '../../../../../electron/host/workspace/workspace.ts';

/** The names of the projects in a data folder, which is opened and closed again. */
export function projectsOf(dataDir: string): string[] {
  const workspace = openWorkspace(dataDir);
  try {
    return workspace.store.projects.list().map(({ name }) => name);
  } finally {
    workspace.close();
  }
}
