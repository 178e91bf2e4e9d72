import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { FilePlus2, FileText, Globe, Plus, SquareMousePointer, Trash2 } from 'lucide-react';
import type { SavedPage } from '../../../shared/contract/types.ts';
import { connectPreview, type PreviewFrame } from '../../client/preview.ts';
import { useCommands } from '../../commands/registry.ts';
import { useCall } from '../../state/query.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Field, Input, Select, Switch } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { Menu } from '../../ui/menu.tsx';
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { navigate, useLocation } from '../../workbench/router.ts';
import type { SpiderKey } from '../author/author-state.ts';
import { addFiles, addFromRun, addUrl, deletePage } from './pages.ts';
import { changeTester, useTester } from './tester-store.ts';
import './tester.css';

/** A saved page as it looks, without scripts and without network, with what selectors match outlined. */
export function PagePane({ project, spider }: SpiderKey) {
  const key = { project, spider };
  const { page: chosen, picking } = useTester(key);
  const pages = useCall('pages.list', key);
  const [adding, setAdding] = useState(false);
  const [dropping, setDropping] = useState(false);
  const files = useRef<HTMLInputElement | null>(null);
  usePageOfAddress(key);
  const list = pages.value ?? [];
  const page = list.find(({ id }) => id === chosen) ?? list[0] ?? null;
  useCommands([
    {
      id: 'page.add-url',
      title: 'Add a page by its address',
      category: 'Page',
      keys: ['Mod+Shift+U'],
      run: () => setAdding(true),
    },
    {
      id: 'page.add-file',
      title: 'Add a page from a file',
      category: 'Page',
      run: () => files.current?.click(),
    },
    {
      id: 'page.pick',
      title: 'Pick an element of the page',
      category: 'Page',
      keys: ['Mod+Shift+X'],
      when: () => page !== null,
      run: () => changeTester(key, { picking: !picking }),
    },
    {
      id: 'page.delete',
      title: 'Delete the page that is shown',
      category: 'Page',
      when: () => page !== null,
      run: () => (page === null ? undefined : deletePage(key, page)),
    },
  ]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDropping(false);
    void addFiles(key, [...event.dataTransfer.files]);
  };
  return (
    <div
      className="tester-page"
      data-pane="page"
      data-dropping={dropping || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={drop}
    >
      <Toolbar label="Page">
        {list.length > 0 && (
          <Select
            small
            className="tester-page-choice"
            aria-label="Page"
            value={page?.id ?? ''}
            options={list.map(({ id, title, url }) => ({
              value: id,
              label: url === null ? title : `${title}, ${url}`,
            }))}
            onChange={(id) => changeTester(key, { page: id, outlines: [], picked: null })}
          />
        )}
        <Menu
          entries={[
            { label: 'By its address…', icon: Globe, command: 'page.add-url' },
            { label: 'From a file…', icon: FilePlus2, command: 'page.add-file' },
          ]}
        >
          <Button size="small" variant="quiet" icon={Plus}>
            Add a page
          </Button>
        </Menu>
        <ToolbarSpace />
        {page !== null && (
          <>
            <IconButton
              label="Pick an element"
              icon={SquareMousePointer}
              size="small"
              command="page.pick"
              pressed={picking}
              onClick={() => changeTester(key, { picking: !picking })}
            />
            <IconButton
              label="Delete the page"
              icon={Trash2}
              size="small"
              command="page.delete"
              onClick={() => void deletePage(key, page)}
            />
          </>
        )}
      </Toolbar>
      <input
        ref={files}
        type="file"
        accept=".html,.htm,.xhtml,text/html"
        multiple
        hidden
        aria-label="Files of pages"
        onChange={(event) => {
          void addFiles(key, [...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {pages.error !== null && pages.value === null ? (
        <ErrorState error={pages.error} title="The pages could not be read." />
      ) : page === null ? (
        pages.value !== null && <NoPage onUrl={() => setAdding(true)} onFile={() => files.current?.click()} />
      ) : (
        <Preview key={page.id} spiderKey={key} page={page} />
      )}
      {adding && <AddUrl spiderKey={key} onClose={() => setAdding(false)} />}
    </div>
  );
}

/** A link may name the page to be shown: one of the saved, or that of a request of a run. */
function usePageOfAddress(key: SpiderKey): void {
  const wanted = useLocation().query.get('page');
  const open = useEffectEvent((name: string) => {
    if (name.startsWith('request:')) void addFromRun(key, name.slice('request:'.length));
    else changeTester(key, { page: name });
    navigate(['spider', key.project, key.spider, 'author'], { replace: true });
  });
  useEffect(() => {
    if (wanted !== null) open(wanted);
  }, [wanted]);
}

function Preview({ spiderKey: key, page }: { spiderKey: SpiderKey; page: SavedPage }) {
  const { outlines, scrollTo, picking } = useTester(key);
  const { value, error } = useCall('pages.preview', { page: page.id });
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const connection = useRef<PreviewFrame | null>(null);
  const picked = useEffectEvent((element: number) =>
    changeTester(key, { picked: { page: page.id, element }, picking: false, tab: 'pick' }),
  );
  const escaped = useEffectEvent(() => changeTester(key, { picking: false }));
  useEffect(() => {
    if (frame === null) return undefined;
    const connected = connectPreview(frame, {
      picked: (element) => picked(element),
      escaped: () => escaped(),
    });
    connection.current = connected;
    return () => {
      connection.current = null;
      connected.close();
    };
  }, [frame]);
  useEffect(() => connection.current?.outline(outlines, { scrollTo }), [frame, outlines, scrollTo]);
  useEffect(() => connection.current?.picking(picking), [frame, picking]);
  if (error !== null && value === null) return <ErrorState error={error} title="The page cannot be shown." />;
  if (value === null) return null;
  return (
    <>
      {picking && (
        <p className="tester-hint" role="status">
          Click an element of the page. Escape ends picking.
        </p>
      )}
      <iframe
        ref={setFrame}
        className="tester-preview"
        title={`Page ${page.title}`}
        src={value.path}
        sandbox="allow-scripts"
        data-picking={picking || undefined}
      />
      {value.notes.length > 0 && <p className="tester-notes subtle small">{value.notes.join(' ')}</p>}
      {value.shown < value.elements && (
        <p className="tester-notes subtle small">
          {counted(value.shown, 'element')} of {value.elements.toLocaleString('en')} are shown; selectors see
          all.
        </p>
      )}
    </>
  );
}

function NoPage({ onUrl, onFile }: { onUrl: () => void; onFile: () => void }) {
  return (
    <EmptyState
      icon={FileText}
      title="A page to try the spider on"
      command="page.add-url"
      actions={
        <>
          <Button variant="primary" icon={Globe} onClick={onUrl}>
            Add by its address
          </Button>
          <Button icon={FilePlus2} onClick={onFile}>
            From a file
          </Button>
        </>
      }
    >
      It is saved here and shown without scripts and without network. Whatever a selector matches on it is
      outlined, by the code that a crawl runs. Files can be dropped here; any page that a run has stored can
      be opened, too.
    </EmptyState>
  );
}

function AddUrl({ spiderKey: key, onClose }: { spiderKey: SpiderKey; onClose: () => void }) {
  const [url, setUrl] = useState('https://');
  const [allowPrivate, setAllowPrivate] = useState(false);
  const [busy, setBusy] = useState(false);
  const parsed = URL.parse(url.trim());
  const valid = parsed !== null && (parsed.protocol === 'http:' || parsed.protocol === 'https:');
  const add = async () => {
    if (!valid) return;
    setBusy(true);
    const added = await addUrl(key, url, allowPrivate);
    setBusy(false);
    if (added) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a page by its address"
      description="It is fetched once, as a crawl would do it, and kept."
      onSubmit={() => void add()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!valid}>
            Add the page
          </Button>
        </>
      }
    >
      <div className="stack">
        <Field label="Address">
          {(ids) => <Input {...ids} mono value={url} onChange={(event) => setUrl(event.target.value)} />}
        </Field>
        <Switch
          label="Reach private addresses"
          help="Only for a site on this computer or in this network."
          checked={allowPrivate}
          onChange={setAllowPrivate}
        />
      </div>
    </Dialog>
  );
}
