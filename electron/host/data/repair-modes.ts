import type { RepairMode } from '../../../shared/contract/types.ts';
import { isObject } from '../../../shared/spider/plain.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Key of the preferences that hold which spiders are repaired by themselves. */
const row = 'repair';

const idOf = (project: string, spider: string): string => `${project}/${spider}`;

/** Whether a spider may be repaired by itself. It may not unless a person has allowed it in this workspace. */
export async function readRepairMode(
  { queries }: Workspace,
  project: string,
  spider: string,
): Promise<RepairMode> {
  return { byItself: allowedIn(await queries.preferences.get(row)).includes(idOf(project, spider)) };
}

/** Allows a spider to be repaired by itself, or forbids it. */
export async function setRepairMode(
  { queries }: Workspace,
  { project, spider, byItself }: { project: string; spider: string; byItself: boolean },
): Promise<RepairMode> {
  const id = idOf(project, spider);
  await queries.preferences.update(row, (text) => {
    const others = allowedIn(text).filter((each) => each !== id);
    return JSON.stringify({ byItself: byItself ? [...others, id] : others });
  });
  return { byItself };
}

function allowedIn(text: string | null): string[] {
  const kept: unknown = text === null ? null : JSON.parse(text);
  const allowed = isObject(kept) ? kept['byItself'] : [];
  return Array.isArray(allowed) ? allowed.filter((each) => typeof each === 'string') : [];
}
