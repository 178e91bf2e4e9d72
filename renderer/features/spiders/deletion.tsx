import { act } from '../../state/act.ts';
import { toast } from '../../state/toasts.ts';
import { confirm } from '../../state/questions.ts';
import { counted } from '../../ui/format.ts';
import { closeTab, tabKey } from '../../navigation/open-tabs.ts';

const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

/** Deletes a spider after a confirmation that lists what is deleted with it. */
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
    title: `Delete “${spider}”?`,
    message: `This also deletes ${listed(parts)}. It cannot be undone.`,
    confirm: 'Delete',
    danger: true,
  });
  if (!agreed) return;
  if ((await act('spiders.delete', { project, spider, dryRun: false }, { failure })) === null) return;
  closeTab(tabKey({ segments: ['spider', project, spider] }));
  toast.success(`“${spider}” was deleted`);
}

/** Deletes a project after a confirmation that lists what is deleted with it. */
export async function deleteProject(project: string): Promise<void> {
  const failure = `The project “${project}” was not deleted.`;
  const goes = await act('projects.delete', { project, dryRun: true }, { failure });
  if (goes === null) return;
  const agreed = await confirm({
    title: `Delete the project “${project}”?`,
    message: `This also deletes ${listed([
      counted(goes.spiders, 'spider'),
      counted(goes.runs, 'run'),
      counted(goes.items, 'item'),
    ])}. It cannot be undone.`,
    confirm: 'Delete the project',
    danger: true,
  });
  if (!agreed) return;
  if ((await act('projects.delete', { project, dryRun: false }, { failure })) === null) return;
  toast.success(`The project “${project}” was deleted`);
}
