import { act } from '../../state/act.ts';
import type { Command } from '../../commands/registry.ts';
import { getLocation, href, navigate } from '../../navigation/router.ts';
import { deleteSpider } from './deletion.tsx';
import { openDialog } from './dialogs-store.ts';

/** The spider whose screen is shown, or null. */
function shownSpider(): { project: string; spider: string } | null {
  const [first, project, spider] = getLocation().segments;
  return first === 'spider' && project !== undefined && spider !== undefined ? { project, spider } : null;
}

/** Shows the field that a spider begins with, with the keyboard in it. @param project null: the default one */
export function beginSpider(project: string | null): void {
  navigate(href(['welcome'], project === null ? {} : { project }));
  // On the screen already, the field takes the keyboard again.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.welcome-form input')?.focus());
}

/** Downloads the newest version of a spider as a file. */
export async function downloadSpider(project: string, spider: string): Promise<void> {
  const exported = await act(
    'spiders.export',
    { project, spider },
    { failure: 'The spider was not exported.' },
  );
  if (exported === null) return;
  const url = URL.createObjectURL(new Blob([exported.text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = exported.file;
  link.click();
  URL.revokeObjectURL(url);
}

/** Imports the sample spider, starts a run of it, and shows the run. */
async function startSample(): Promise<void> {
  const sample = await act('app.startSample', {}, { failure: 'The sample was not started.' });
  if (sample !== null) navigate(['run', sample.run]);
}

const onSpider = (run: (project: string, spider: string) => void) => ({
  when: () => shownSpider() !== null,
  run: () => {
    const shown = shownSpider();
    if (shown !== null) run(shown.project, shown.spider);
  },
});

/** Commands that create, copy, import and delete spiders and projects. */
export const spiderCommands: readonly Command[] = [
  {
    id: 'spider.new',
    title: 'New spider',
    category: 'Spiders',
    keywords: ['create', 'add', 'address', 'begin'],
    keys: ['G N'],
    run: () => beginSpider(null),
  },
  {
    id: 'spider.template',
    title: 'New spider from a template',
    category: 'Spiders',
    keywords: ['create', 'add', 'empty', 'example'],
    run: () => openDialog({ kind: 'new', project: null, template: null }),
  },
  {
    id: 'spider.import',
    title: 'Import spiders',
    category: 'Spiders',
    keywords: ['open', 'file', 'json', 'paste'],
    keys: ['Mod+O'],
    run: () => openDialog({ kind: 'import', project: null, files: [] }),
  },
  {
    id: 'spider.export',
    title: 'Export the spider to a file',
    category: 'Spider',
    keywords: ['download', 'save', 'json'],
    ...onSpider((project, spider) => void downloadSpider(project, spider)),
  },
  {
    id: 'spider.rename',
    title: 'Rename the spider',
    category: 'Spider',
    ...onSpider((project, spider) => openDialog({ kind: 'rename', project, spider })),
  },
  {
    id: 'spider.duplicate',
    title: 'Duplicate the spider',
    category: 'Spider',
    keywords: ['copy'],
    ...onSpider((project, spider) => openDialog({ kind: 'duplicate', project, spider })),
  },
  {
    id: 'spider.delete',
    title: 'Delete the spider',
    category: 'Spider',
    keywords: ['remove'],
    ...onSpider((project, spider) => void deleteSpider(project, spider)),
  },
  {
    id: 'project.new',
    title: 'New project',
    category: 'Spiders',
    keywords: ['create', 'add'],
    run: () => openDialog({ kind: 'new-project' }),
  },
  {
    id: 'app.sample',
    title: 'Crawl the sample site',
    category: 'Spiders',
    keywords: ['demo', 'example', 'try', 'start'],
    run: () => startSample(),
  },
];
