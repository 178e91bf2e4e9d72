import { useState } from 'react';
import { FolderGit2, PackageOpen, RotateCw, TriangleAlert } from 'lucide-react';
import { href, navigate, useLocation } from '../../navigation/router.ts';
import { act } from '../../state/act.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { agoInWords } from '../../ui/format.ts';
import { Strip } from '../../ui/strip.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BrowsePart } from './browse-part.tsx';
import { libraryChanged, openLibraryDialog } from './library-store.ts';
import { choosePack } from './pack-files.ts';
import { UpdatesPart } from './updates-part.tsx';
import './library.css';

/** Spiders and templates of all registries, and updates of those that were imported. */
export function LibraryScreen() {
  const { value, error, refresh } = useCall('library.search', { words: '', registry: null });
  const updates = useCall('library.updates', { project: null }).value;
  const view = useLocation().query.get('view') === 'updates' ? 'updates' : 'browse';
  const [reading, setReading] = useState(false);
  if (error !== null && value === null)
    return <ErrorState page error={error} title="The library could not be loaded." onRetry={refresh} />;
  if (value === null) return null;
  const readAgain = async () => {
    setReading(true);
    await act(
      'library.search',
      { words: '', registry: null, refresh: true },
      { failure: 'Nothing was read.' },
    );
    setReading(false);
    libraryChanged();
  };
  const newer = updates?.spiders.filter(({ isNewer }) => isNewer).length ?? 0;
  return (
    <div className="library">
      <header className="library-head">
        <h1>Library</h1>
        <span className="grow" />
        <IconButton
          label="Read all registries again"
          icon={RotateCw}
          disabled={reading}
          onClick={() => void readAgain()}
        />
        <Button icon={FolderGit2} onClick={() => openLibraryDialog({ kind: 'registries' })}>
          Registries…
        </Button>
        <Button icon={PackageOpen} onClick={choosePack}>
          Open a pack…
        </Button>
      </header>
      {value.registries.map(
        ({ name, problem, readAt }) =>
          problem !== null && (
            <Strip key={name} icon={TriangleAlert} tone="warning">
              {name} could not be read: {problem}{' '}
              {readAt === null ? '' : `What was read ${agoInWords(readAt)} is shown.`}
            </Strip>
          ),
      )}
      <Tabs
        label="Library"
        className="library-tabs"
        value={view}
        onChange={(id) => navigate(href(['library'], id === 'updates' ? { view: id } : {}))}
        tabs={[
          { id: 'browse', title: 'Browse' },
          {
            id: 'updates',
            title: 'Imported',
            ...(newer === 0 ? {} : { badge: <Badge tone="accent">{newer}</Badge> }),
          },
        ]}
      >
        {view === 'browse' ? (
          <BrowsePart entries={value.entries} registries={value.registries} />
        ) : (
          <UpdatesPart spiders={updates?.spiders ?? null} />
        )}
      </Tabs>
    </div>
  );
}
