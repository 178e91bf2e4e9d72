import { useState } from 'react';
import type { SavedPage } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { counted, dateTime } from '../../ui/format.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { FileText } from 'lucide-react';
import type { SpiderKey } from '../../spider-document/document.ts';
import { addFromRun, isWeb } from './pages.ts';

/** The title and the address of a saved page. */
export function EditPage({ page, onClose }: { page: SavedPage; onClose: () => void }) {
  const [title, setTitle] = useState(page.title);
  const [url, setUrl] = useState(page.url ?? '');
  const [busy, setBusy] = useState(false);
  const wrong = url.trim() !== '' && !isWeb(url);
  const valid = title.trim() !== '' && !wrong;
  const save = async () => {
    if (!valid || busy) return;
    setBusy(true);
    const change = { title: title.trim(), url: url.trim() === '' ? null : url.trim() };
    const done = await act(
      'pages.update',
      { page: page.id, ...change },
      { failure: 'The page was not changed.' },
    );
    setBusy(false);
    if (done !== null) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Title and address of the page"
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!valid}>
            Save
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label="Title">
          {(ids) => (
            <Input
              {...ids}
              maxLength={500}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Address"
          aside="optional"
          help="Links of the page are resolved against it, and it is fetched again from here."
          error={wrong ? 'Include the scheme: https://example.org/page' : null}
        >
          {(ids) => <Input {...ids} mono value={url} onChange={(event) => setUrl(event.target.value)} />}
        </Field>
      </div>
    </Dialog>
  );
}

/** Chooses one of the pages that a run has stored. */
export function AddFromRun({ spiderKey: key, onClose }: { spiderKey: SpiderKey; onClose: () => void }) {
  const runs = useCall('runs.list', { ...key, limit: 50 });
  const [chosen, setChosen] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [busy, setBusy] = useState(false);
  const list = runs.value?.runs ?? [];
  const run = chosen ?? list[0]?.id ?? null;
  const requests = useCall(
    'runs.requests',
    run === null
      ? null
      : {
          run,
          states: ['done', 'failed'],
          offset: 0,
          limit: 1000,
          ...(search === '' ? {} : { url: search }),
        },
  );
  const kept = (requests.value?.rows ?? []).filter(({ hasPage }) => hasPage);
  const add = async (request: string) => {
    setBusy(true);
    const added = await addFromRun(key, request);
    setBusy(false);
    if (added) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title="Add a page from a run"
      description="Choose a stored page of a run to save it with the spider."
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      {runs.error !== null && runs.value === null ? (
        <ErrorState error={runs.error} title="The runs could not be loaded." />
      ) : runs.value !== null && list.length === 0 ? (
        <EmptyState icon={FileText} title="The spider has never run" command="run.start">
          Runs store every page they read. A test run of one item is enough.
        </EmptyState>
      ) : (
        <div className="stack">
          <div className="row tester-from-run">
            <Select
              aria-label="Run"
              value={run ?? ''}
              options={list.map(({ id, createdAt }) => ({
                value: id,
                label: `Run ${id}, ${dateTime(createdAt)}`,
              }))}
              onChange={setChosen}
            />
            <SearchField
              label="Part of the address"
              placeholder="Part of the address"
              value={search}
              onChange={setSearch}
            />
          </div>
          <div className="tester-stored" aria-busy={requests.fetching || busy}>
            {requests.value !== null && kept.length === 0 ? (
              <p className="muted">No matching pages in this run.</p>
            ) : (
              <VirtualList
                label="Stored pages"
                count={kept.length}
                estimate={30}
                row={(index) => {
                  const row = kept[index];
                  return row === undefined ? null : (
                    <button
                      type="button"
                      className="tester-stored-page"
                      disabled={busy}
                      onClick={() => void add(row.id)}
                    >
                      <span className="ellipsis mono small grow">{row.url}</span>
                      <span className="small subtle">
                        {row.callback === null
                          ? 'links only'
                          : row.items === 0
                            ? 'no item'
                            : counted(row.items, 'item')}
                      </span>
                    </button>
                  );
                }}
              />
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}
