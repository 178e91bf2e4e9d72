import { FolderOpen, Layers, LayoutDashboard, Settings2, SlidersHorizontal } from 'lucide-react';
import type { Feature, PaletteEntry } from '../../contributions/feature.ts';
import { getLocation, href, navigate } from '../../navigation/router.ts';
import { getClient } from '../../state/client.ts';
import { loadPart } from '../../state/load-part.ts';
import { useCall } from '../../state/query.ts';
import { counted } from '../../ui/format.ts';
import { useHasEdits } from './defaults-edits.ts';
import { ProjectDialogs } from './dialogs.tsx';
import { openProjectDialog } from './project-store.ts';

const ProjectScreen = loadPart(async () => (await import('./project-screen.tsx')).ProjectScreen);
const DefaultsSection = loadPart(async () => (await import('./defaults-section.tsx')).DefaultsSection);

function useProjectEntries(): PaletteEntry[] {
  const { value } = useCall('projects.list', {});
  return (value ?? []).map(({ name, spiders }) => ({
    id: name,
    title: `Project ${name}`,
    detail: counted(spiders, 'spider'),
    keywords: ['health', 'overview', 'night', 'morning'],
    icon: <FolderOpen size={14} aria-hidden />,
    run: () => navigate(['project', name]),
  }));
}

/** The project at hand: that of the page, spider or run that is shown, else the first; null: there is none. */
async function projectAtHand(): Promise<string | null> {
  const [kind, first = ''] = getLocation().segments;
  if (kind === 'project' || kind === 'spider') return first;
  const run = kind === 'run' ? await getClient().call('runs.get', { run: first }) : null;
  if (run?.ok === true) return run.value.project;
  const answer = await getClient().call('projects.list', {});
  return (answer.ok ? answer.value[0]?.name : undefined) ?? null;
}

async function showProject(): Promise<void> {
  const project = await projectAtHand();
  if (project !== null) navigate(['project', project]);
}

async function showDefaults(): Promise<void> {
  const project = await projectAtHand();
  if (project !== null) openProjectDialog({ kind: 'defaults', project });
}

/** The page of each project, and the dialogs that change many of its spiders. */
export const feature: Feature = {
  id: 'project',
  routes: [
    {
      path: 'project/:project',
      title: (params) => `Project ${params['project'] ?? ''}`,
      icon: FolderOpen,
      screen: ProjectScreen,
    },
  ],
  commands: [
    {
      id: 'project.show',
      title: 'Show the project',
      category: 'Project',
      keywords: ['overview', 'spiders', 'night', 'morning', 'failed', 'health'],
      keys: ['G P'],
      run: showProject,
    },
    {
      id: 'settings.defaults',
      title: 'Change the defaults of all projects',
      category: 'Window',
      keywords: ['settings', 'delay', 'user agent', 'robots', 'retries', 'export format', 'workspace'],
      run: () => navigate(href(['settings'], { section: 'defaults' })),
    },
    {
      id: 'project.defaults',
      title: 'Change the defaults of the project',
      category: 'Project',
      keywords: ['settings', 'delay', 'user agent', 'proxies', 'exports', 'format'],
      keys: ['P D'],
      run: showDefaults,
    },
  ],
  settings: [
    {
      id: 'defaults',
      title: 'Defaults',
      icon: Layers,
      order: 25,
      keywords: ['all projects', 'workspace', 'delay', 'user agent', 'robots', 'retries', 'export format'],
      useIsEdited: useHasEdits,
      screen: DefaultsSection,
    },
  ],
  palette: [{ heading: 'Projects', order: 20, useEntries: useProjectEntries }],
  projectMenu: (project) => [
    { label: 'Open', icon: LayoutDashboard, run: () => navigate(['project', project]) },
    {
      label: 'Defaults…',
      icon: Settings2,
      run: () => openProjectDialog({ kind: 'defaults', project }),
    },
    {
      label: 'Change its spiders…',
      icon: SlidersHorizontal,
      run: () => openProjectDialog({ kind: 'change', project, spiders: null }),
    },
    { kind: 'separator' },
  ],
  background: ProjectDialogs,
};
