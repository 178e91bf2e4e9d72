import { Library, PackageOpen, Share2 } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { getLocation, href, navigate } from '../../navigation/router.ts';
import { loadPart } from '../../state/load-part.ts';
import { LibraryBackground } from './background.tsx';
import { openLibraryDialog } from './library-store.ts';
import { choosePack } from './pack-files.ts';
import { UpdatesBadge } from './updates-badge.tsx';

const LibraryScreen = loadPart(async () => (await import('./library-screen.tsx')).LibraryScreen);

/** The spider that is shown; null: none is. */
function shownSpider(): { project: string; spider: string } | null {
  const [kind, project, spider] = getLocation().segments;
  return kind === 'spider' && project !== undefined && spider !== undefined ? { project, spider } : null;
}

/** Spiders and templates of others: browsed, imported, updated, published; spider packs. */
export const feature: Feature = {
  id: 'library',
  routes: [{ path: 'library', title: () => 'Library', icon: Library, screen: LibraryScreen }],
  places: [
    {
      at: 'above',
      segment: 'library',
      title: 'Library',
      icon: Library,
      order: 30,
      command: 'library.show',
      badge: UpdatesBadge,
    },
  ],
  commands: [
    {
      id: 'library.show',
      title: 'Go to the library',
      category: 'Library',
      keywords: ['templates', 'registry', 'share', 'browse', 'import'],
      keys: ['G B'],
      run: () => navigate(['library']),
    },
    {
      id: 'library.updates',
      title: 'Show updates of imported spiders',
      category: 'Library',
      keywords: ['newer', 'version', 'registry'],
      run: () => navigate(href(['library'], { view: 'updates' })),
    },
    {
      id: 'library.open-pack',
      title: 'Open a spider pack…',
      category: 'Library',
      keywords: ['file', 'spiderpack', 'unpack', 'import'],
      run: choosePack,
    },
    {
      id: 'library.publish',
      title: 'Publish a spider…',
      category: 'Library',
      keywords: ['share', 'registry', 'team'],
      run: () => openLibraryDialog({ kind: 'publish', spider: shownSpider() }),
    },
    {
      id: 'library.pack',
      title: 'Pack the spider into a file…',
      category: 'Library',
      keywords: ['spiderpack', 'share', 'export', 'download'],
      when: () => shownSpider() !== null,
      run: () => {
        const spider = shownSpider();
        if (spider !== null) openLibraryDialog({ kind: 'pack', spider });
      },
    },
    {
      id: 'library.registries',
      title: 'Manage registries…',
      category: 'Library',
      keywords: ['folder', 'git', 'url', 'add', 'remove'],
      run: () => openLibraryDialog({ kind: 'registries' }),
    },
  ],
  spiderMenu: ({ project, name }) => [
    {
      label: 'Pack…',
      icon: PackageOpen,
      run: () => openLibraryDialog({ kind: 'pack', spider: { project, spider: name } }),
    },
    {
      label: 'Publish…',
      icon: Share2,
      run: () => openLibraryDialog({ kind: 'publish', spider: { project, spider: name } }),
    },
  ],
  background: LibraryBackground,
};
