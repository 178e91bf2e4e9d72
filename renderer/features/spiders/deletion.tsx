import { act } from '../../state/act.ts';
import { daysInTrash } from '../../../shared/contract/trash-time.ts';
import { toldDeleted } from '../../state/deleted.ts';
import { confirm } from '../../state/questions.ts';
import { counted } from '../../ui/format.ts';
import { closeTab, tabKey } from '../../navigation/open-tabs.ts';

/** How long it can be restored, and what becomes of paused runs. */
function keptFor(paused: number): string {
  const resumable =
    paused === 0 ? '' : ` ${counted(paused, 'paused run')} can be resumed once they are restored.`;
  return `Everything stays in the trash for ${daysInTrash} days and can be restored as it is.${resumable}`;
}

const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

/** Moves a spider to the trash after a confirmation that lists what goes along. */
export async function deleteSpider(project: string, spider: string): Promise<void> {
  const failure = `“${spider}” was not deleted.`;
  const goes = await act('spiders.delete', { project, spider, dryRun: true }, { failure });
  if (goes === null) return;
  const parts = [
    counted(goes.versions, 'version'),
    goes.pages > 0 ? counted(goes.pages, 'saved page') : null,
    goes.runs > 0 ? counted(goes.runs, 'run') : null,
    goes.items > 0 ? counted(goes.items, 'item') : null,
  ].filter((part) => part !== null);
  const agreed = await confirm({
    title: `Move “${spider}” to the trash?`,
    message: `This takes ${listed(parts)} along. ${keptFor(goes.paused)}`,
    confirm: 'Move to the trash',
    danger: true,
  });
  if (!agreed) return;
  const deleted = await act('spiders.delete', { project, spider, dryRun: false }, { failure });
  if (deleted === null) return;
  closeTab(tabKey({ segments: ['spider', project, spider] }));
  toldDeleted(`“${spider}” was moved to the trash`, deleted.trash);
}

/** Moves a project to the trash after a confirmation that lists what goes along. */
export async function deleteProject(project: string): Promise<void> {
  const failure = `The project “${project}” was not deleted.`;
  const goes = await act('projects.delete', { project, dryRun: true }, { failure });
  if (goes === null) return;
  const agreed = await confirm({
    title: `Move the project “${project}” to the trash?`,
    message: `This takes ${listed([
      counted(goes.spiders, 'spider'),
      counted(goes.runs, 'run'),
      counted(goes.items, 'item'),
      ...(goes.pages > 0 ? [counted(goes.pages, 'saved page')] : []),
    ])} along. ${keptFor(goes.paused)}`,
    confirm: 'Move to the trash',
    danger: true,
  });
  if (!agreed) return;
  const deleted = await act('projects.delete', { project, dryRun: false }, { failure });
  if (deleted === null) return;
  toldDeleted(`The project “${project}” was moved to the trash`, deleted.trash);
}
