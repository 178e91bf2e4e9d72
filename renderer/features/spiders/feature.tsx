import { Copy, FileDown, FolderPlus, Pencil, Plus, Trash2 } from 'lucide-react';
import { useCall } from '../../state/query.ts';
import { SpiderIcon } from '../../contributions/spider-icon.tsx';
import type { Feature, PaletteEntry } from '../../contributions/feature.ts';
import { navigate } from '../../navigation/router.ts';
import { beginSpider, downloadSpider, spiderCommands } from './commands.ts';
import { deleteProject, deleteSpider } from './deletion.tsx';
import { openDialog } from './dialogs-store.ts';
import { SpiderDialogs } from './dialogs.tsx';

function useSpiderEntries(): PaletteEntry[] {
  const { value } = useCall('spiders.list', {});
  return (value ?? []).map((spider) => ({
    id: `${spider.project}/${spider.name}`,
    title: spider.name,
    ...(spider.project === 'default' ? {} : { detail: spider.project }),
    keywords: [spider.description ?? '', ...spider.tags],
    icon: <SpiderIcon project={spider.project} spider={spider.name} />,
    run: () => navigate(['spider', spider.project, spider.name]),
  }));
}

/** Commands, dialogs and menu entries that create and manage spiders and projects. */
export const feature: Feature = {
  id: 'spiders',
  commands: spiderCommands,
  palette: [{ heading: 'Spiders', order: 10, useEntries: useSpiderEntries }],
  spiderMenu: ({ project, name }) => [
    { kind: 'separator' },
    { label: 'Rename…', icon: Pencil, run: () => openDialog({ kind: 'rename', project, spider: name }) },
    { label: 'Duplicate…', icon: Copy, run: () => openDialog({ kind: 'duplicate', project, spider: name }) },
    { label: 'Export to a file', icon: FileDown, run: () => void downloadSpider(project, name) },
    { label: 'Delete…', icon: Trash2, danger: true, run: () => void deleteSpider(project, name) },
  ],
  projectMenu: (project) => [
    { label: 'New spider…', icon: Plus, run: () => beginSpider(project) },
    { label: 'New project…', icon: FolderPlus, run: () => openDialog({ kind: 'new-project' }) },
    { kind: 'separator' },
    { label: 'Rename…', icon: Pencil, run: () => openDialog({ kind: 'rename-project', project }) },
    { label: 'Delete…', icon: Trash2, danger: true, run: () => void deleteProject(project) },
  ],
  background: SpiderDialogs,
};
