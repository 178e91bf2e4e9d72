import { useMemo, useRef, useState } from 'react';
import { Download, Library, SearchX } from 'lucide-react';
import type { LibraryEntry, Registry } from '../../../shared/contract/types.ts';
import { searchLibrary } from '../../../shared/library-search.ts';
import { useCommands } from '../../commands/registry.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { count } from '../../ui/format.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Table } from '../../ui/table/table.tsx';
import { arraySource, type Column } from '../../ui/table/types.ts';
import { EntryInspector } from './entry-inspector.tsx';
import { openLibraryDialog } from './library-store.ts';

const quiet = (text: string) => <span className="muted">{text}</span>;

const columns: readonly Column<LibraryEntry>[] = [
  {
    name: 'title',
    title: 'Title',
    width: 256,
    pinned: true,
    cell: ({ title }) => <span className="strong">{title}</span>,
    text: ({ title }) => title,
  },
  {
    name: 'kind',
    title: 'Kind',
    width: 84,
    cell: ({ kind }) => quiet(kind),
    text: ({ kind }) => kind,
  },
  {
    name: 'registry',
    title: 'Registry',
    width: 96,
    cell: ({ registry }) => quiet(registry),
    text: ({ registry }) => registry,
  },
  {
    name: 'sites',
    title: 'Sites',
    width: 140,
    cell: ({ sites }) => quiet(sites.join(', ') || 'any'),
    text: ({ sites }) => sites.join(' '),
  },
  {
    name: 'name',
    title: 'Name',
    width: 130,
    cell: ({ name }) => <span className="mono muted">{name}</span>,
    text: ({ name }) => name,
  },
  {
    name: 'version',
    title: 'Version',
    width: 76,
    align: 'right',
    cell: ({ versions }) => quiet(String(versions[0]?.version ?? '')),
    text: ({ versions }) => String(versions[0]?.version ?? ''),
  },
  {
    name: 'licence',
    title: 'Licence',
    width: 110,
    hidden: true,
    cell: ({ licence }) => quiet(licence ?? '–'),
    text: ({ licence }) => licence ?? '',
  },
];

interface BrowsePartProps {
  entries: readonly LibraryEntry[];
  registries: readonly Registry[];
}

/** Searches the library by words, with what is in the chosen entry beside it. */
export function BrowsePart({ entries, registries }: BrowsePartProps) {
  const [words, setWords] = useState('');
  const [registry, setRegistry] = useState('');
  const [chosen, setChosen] = useState<LibraryEntry | null>(null);
  const field = useRef<HTMLInputElement | null>(null);
  const only = registries.some(({ name }) => name === registry) ? registry : '';
  const found = useMemo(
    () =>
      searchLibrary(
        entries.filter((entry) => only === '' || entry.registry === only),
        words,
      ),
    [entries, only, words],
  );
  // Another version has what is shown read again: an entry may have come or gone under the same words.
  const [shown, setShown] = useState({ found, version: 0 });
  if (shown.found !== found) setShown({ found, version: shown.version + 1 });
  const source = useMemo(
    () => arraySource(`library ${only} ${words}`, shown.found, shown.version),
    [only, words, shown],
  );
  useLibraryCommands(chosen, field);
  const own = registries.some(({ kind }) => kind !== 'shipped');
  return (
    <>
      <div className="library-bar">
        <SearchField
          ref={field}
          label="Search the library"
          placeholder="Search by words: shop prices"
          command="library.search"
          value={words}
          count={`${count(found.length)} of ${count(entries.length)}`}
          onChange={setWords}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            document.querySelector<HTMLElement>('.library [role="grid"]')?.focus();
          }}
        />
        {registries.length > 1 && (
          <Select
            aria-label="Registry"
            value={only}
            options={[
              { value: '', label: 'All registries' },
              ...registries.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={setRegistry}
          />
        )}
        {!own && (
          <p className="subtle small grow">
            These come with Spider Studio. <b>Registries…</b> adds those of your team or of others: a folder,
            a Git repository or a URL.
          </p>
        )}
      </div>
      <SplitPanes name="library" foldBelow={720} className="grow">
        <Pane id="table" label="Entries" size={52} min={280}>
          <div className="library-pane" data-pane="entries">
            <Table
              label="Spiders and templates"
              source={source}
              columns={columns}
              layoutName="library"
              placeName="library"
              rowId={({ registry: from, name }) => `${from}/${name}`}
              selectFirst
              onSelect={setChosen}
              onOpen={(entry) => openImport(entry)}
              rowMenu={(entry) => [
                {
                  label: 'Import as…',
                  icon: Download,
                  command: 'library.import',
                  run: () => openImport(entry),
                },
              ]}
              empty={
                <EmptyState
                  icon={words === '' ? Library : SearchX}
                  title={words === '' ? 'Nothing here yet' : 'Nothing has these words'}
                  actions={words !== '' && <Button onClick={() => setWords('')}>Clear the search</Button>}
                >
                  {words === ''
                    ? 'A registry begins empty. Publish a spider to it from the menu of the spider.'
                    : 'Every word has to be in the name, title, description, sites or tags.'}
                </EmptyState>
              }
            />
          </div>
        </Pane>
        <Pane id="inspector" label="Preview" min={300} collapsible>
          <div className="library-pane" data-pane="preview">
            <EntryInspector entry={chosen} />
          </div>
        </Pane>
      </SplitPanes>
    </>
  );
}

const openImport = (entry: LibraryEntry): void => {
  const [newest] = entry.versions;
  if (newest !== undefined) openLibraryDialog({ kind: 'import', entry, version: newest.version });
};

function useLibraryCommands(chosen: LibraryEntry | null, field: { current: HTMLInputElement | null }): void {
  useCommands([
    {
      id: 'library.search',
      title: 'Search the library',
      category: 'Library',
      keys: ['Mod+F', '/'],
      run: () => field.current?.focus(),
    },
    {
      id: 'library.import',
      title: 'Import the entry as…',
      category: 'Library',
      when: () => chosen !== null,
      run: () => {
        if (chosen !== null) openImport(chosen);
      },
    },
  ]);
}
