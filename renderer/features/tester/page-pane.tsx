import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import {
  AppWindow,
  ChevronDown,
  ChevronUp,
  Code,
  EllipsisVertical,
  FilePlus2,
  FileText,
  Globe,
  History,
  ListTree,
  MonitorPlay,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import type { SavedPage } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { bytes, count, dateTime } from '../../ui/format.ts';
import { PropertyList } from '../../ui/inspector-pane.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { navigate, useLocation } from '../../navigation/router.ts';
import { useParsedText, type SpiderKey } from '../../spider-document/document.ts';
import { nodeAt, valueOf } from '../../../shared/spider/json-path.ts';
import { AddUrl, type AddUrlStart } from './add-url.tsx';
import { AddFromRun, EditPage } from './page-dialogs.tsx';
import { usePageCommands, type PageDialog } from './page-commands.ts';
import { LivePane } from './live/live-pane.tsx';
import { PageOutline } from './page-outline.tsx';
import { PageSource } from './page-source.tsx';
import { PageTree } from './page-tree.tsx';
import { PageView } from './page-view.tsx';
import { SavedWhen } from './saved-when.tsx';
import { firstStart } from './first-start.ts';
import { addFiles, addFromRun } from './pages.ts';
import { changeTester, outlinedElements, showPage, stepMatch, useTester } from './tester-store.ts';
import './page.css';

/** The preview of a saved page, without scripts and network access, with outlined matches. */
export function PagePane({ project, spider }: SpiderKey) {
  const key = { project, spider };
  const { page: chosen, view, outlineOpen, live } = useTester(key);
  const pages = useCall('pages.list', key);
  const [dialog, setDialog] = useState<PageDialog>(null);
  const files = useRef<HTMLInputElement | null>(null);
  const { isOver, handlers } = useFileDrop((dropped) => void addFiles(key, dropped));
  usePageOfAddress(key);
  const list = pages.value ?? [];
  const page = list.find(({ id }) => id === chosen) ?? list[0] ?? null;
  const chooseFile = () => files.current?.click();
  const parsed = useParsedText(key);
  const toggleLive = () => {
    const { url } = startOf(parsed?.root ?? null, page?.url ?? null);
    changeTester(key, { live: live === null ? url : null });
  };
  usePageCommands({ spiderKey: key, pages: list, page, openDialog: setDialog, chooseFile, toggleLive });
  return (
    <div className="tester-page" data-pane="page" {...handlers}>
      {live === null && <PageToolbar spiderKey={key} pages={list} page={page} onLive={toggleLive} />}
      <input
        ref={files}
        type="file"
        accept=".html,.htm,.xhtml,.json,.xml,.rss,.atom,text/html,application/json,text/xml"
        multiple
        hidden
        aria-label="Files of pages"
        onChange={(event) => {
          void addFiles(key, [...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {live !== null ? (
        <LivePane key={live} spiderKey={key} url={live} />
      ) : pages.error !== null && pages.value === null ? (
        <ErrorState error={pages.error} title="The pages could not be loaded." onRetry={pages.refresh} />
      ) : page === null ? (
        pages.value !== null && (
          <NoPage
            onUrl={() => setDialog('url')}
            onFile={chooseFile}
            onRun={() => setDialog('run')}
            onLive={toggleLive}
          />
        )
      ) : view === 'source' ? (
        <PageSource key={`${page.id} ${page.addedAt}`} page={page} />
      ) : page.kind !== 'html' ? (
        <PageTree key={`${page.id} ${page.addedAt}`} spiderKey={key} page={page} />
      ) : (
        <div className="tester-stage">
          {outlineOpen && (
            <PageOutline key={`${page.id} ${page.addedAt} outline`} spiderKey={key} page={page} />
          )}
          <PageView
            key={`${page.id} ${page.addedAt}`}
            spiderKey={key}
            page={page}
            onBrowser={() => setDialog('browser')}
          />
        </div>
      )}
      {isOver && (
        <div className="tester-drop" aria-hidden>
          <FilePlus2 size={22} />
          Drop pages here to try the spider on them
        </div>
      )}
      {(dialog === 'url' || dialog === 'browser') && (
        <AddUrl
          key={dialog}
          spiderKey={key}
          start={startOf(parsed?.root ?? null, dialog === 'browser' ? (page?.url ?? null) : null)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'run' && <AddFromRun spiderKey={key} onClose={() => setDialog(null)} />}
      {dialog === 'edit' && page !== null && <EditPage page={page} onClose={() => setDialog(null)} />}
    </div>
  );
}

const firstOf = (value: unknown): string | null => {
  const first: unknown = Array.isArray(value) ? value[0] : null;
  return typeof first === 'string' ? first : null;
};

/** The initial values for adding a page: the start URL of the spider, or the page to render. */
const startOf = (root: Parameters<typeof nodeAt>[0], shown: string | null): AddUrlStart => ({
  url: shown ?? firstStart(root === null ? null : valueOf(root)) ?? 'https://',
  spiderRenders: firstOf(valueOf(nodeAt(root, ['settings', 'EXTRACTOR_ORDER']))) === 'browser',
  atOnce: shown !== null,
});

/**
 * Files that are dragged over the window: an overlay takes them up, because a frame would swallow them. Counts what is
 * entered and left, as dragging over the parts of the pane enters and leaves each.
 */
function useFileDrop(take: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const hasFiles = ({ dataTransfer }: DragEvent | globalThis.DragEvent) =>
    dataTransfer?.types.includes('Files') === true;
  useEffect(() => {
    const enter = (event: globalThis.DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current += 1;
      setOver(true);
    };
    const leave = () => {
      depth.current = Math.max(0, depth.current - 1);
      if (depth.current === 0) setOver(false);
    };
    const end = () => {
      depth.current = 0;
      setOver(false);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', end, { capture: true });
    window.addEventListener('dragend', end);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', end, { capture: true });
      window.removeEventListener('dragend', end);
    };
  }, []);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (hasFiles(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        const files = [...event.dataTransfer.files];
        if (files.every(({ name }) => name.toLowerCase().endsWith('.json'))) return;
        event.preventDefault();
        take(files);
      },
    },
  };
}

/** Shows the page that a link names: a saved page, or that of a request. */
function usePageOfAddress(key: SpiderKey): void {
  const wanted = useLocation().query.get('page');
  const open = useEffectEvent((name: string) => {
    if (name.startsWith('request:')) void addFromRun(key, name.slice('request:'.length));
    else showPage(key, name);
    navigate(['spider', key.project, key.spider, 'author'], { replace: true });
  });
  useEffect(() => {
    if (wanted !== null) open(wanted);
  }, [wanted]);
}

const longest = 90;
const labelOf = ({ title, url }: SavedPage) => {
  const label = url === null ? title : `${title} — ${url}`;
  return label.length <= longest ? label : `${label.slice(0, longest)}…`;
};

function PageToolbar({
  spiderKey: key,
  pages,
  page,
  onLive,
}: {
  spiderKey: SpiderKey;
  pages: readonly SavedPage[];
  page: SavedPage | null;
  onLive: () => void;
}) {
  const { outlineOpen, view } = useTester(key);
  return (
    <Toolbar label="Page" className="tester-toolbar">
      {page !== null && (
        <Select
          small
          className="tester-page-choice"
          aria-label="Page"
          value={page.id}
          options={pages.map((each) => ({ value: each.id, label: labelOf(each) }))}
          onChange={(id) => showPage(key, id)}
        />
      )}
      {page !== null && <SavedWhen key={page.id} spiderKey={key} page={page} />}
      <Menu
        entries={[
          { label: 'By its address…', icon: Globe, command: 'page.add-url' },
          { label: 'From a file…', icon: FilePlus2, command: 'page.add-file' },
          { label: 'From a run…', icon: History, command: 'page.add-run' },
          { label: 'From the live page', icon: MonitorPlay, command: 'page.live' },
        ]}
      >
        {page === null ? (
          <Button size="small" variant="quiet" icon={Plus}>
            Add a page
          </Button>
        ) : (
          <IconButton label="Add a page" icon={Plus} size="small" />
        )}
      </Menu>
      <ToolbarSpace />
      <IconButton
        label="Open the live page"
        icon={MonitorPlay}
        size="small"
        command="page.live"
        onClick={onLive}
      />
      {page !== null && (
        <>
          {view === 'page' && <Matches spiderKey={key} />}
          {page.kind === 'html' && (
            <IconButton
              label="Outline of the page"
              icon={ListTree}
              size="small"
              command="page.pick"
              pressed={outlineOpen}
              onClick={() => changeTester(key, { outlineOpen: !outlineOpen, view: 'page' })}
            />
          )}
          <IconButton
            label="Show the markup"
            icon={Code}
            size="small"
            command="page.source"
            pressed={view === 'source'}
            onClick={() => changeTester(key, { view: view === 'source' ? 'page' : 'source' })}
          />
          <PageDetails page={page} />
          <Menu
            align="end"
            entries={[
              { label: 'Title and address…', icon: Pencil, command: 'page.edit' },
              {
                label: 'Add again, rendered in a browser',
                icon: AppWindow,
                command: 'page.add-rendered',
                disabled: page.url === null,
              },
              { kind: 'separator' },
              { label: 'Delete the page…', icon: Trash2, command: 'page.delete', danger: true },
            ]}
          >
            <IconButton label="More about the page" icon={EllipsisVertical} size="small" />
          </Menu>
        </>
      )}
    </Toolbar>
  );
}

/** The number of outlined elements, and buttons to step through them. */
function Matches({ spiderKey: key }: { spiderKey: SpiderKey }) {
  const { outlines, current } = useTester(key);
  const shown = outlinedElements(outlines).length;
  if (shown === 0) return null;
  return (
    <div className="tester-matches-bar" role="group" aria-label="Matches on the page">
      <span className="small numeric muted" role="status">
        {current === null ? '' : `${count(current + 1)} of `}
        {count(outlines.total)}
        {current === null && (outlines.total === 1 ? ' match' : ' matches')}
      </span>
      <IconButton
        label="Previous match"
        icon={ChevronUp}
        size="small"
        command="page.previous-match"
        onClick={() => stepMatch(key, -1)}
      />
      <IconButton
        label="Next match"
        icon={ChevronDown}
        size="small"
        command="page.next-match"
        onClick={() => stepMatch(key, 1)}
      />
    </div>
  );
}

const sources = {
  url: 'Fetched from its address',
  file: 'From a file',
  run: 'From a run',
  rendered: 'Rendered in a browser',
} as const;

function PageDetails({ page }: { page: SavedPage }) {
  return (
    <Popover
      label="About the page"
      trigger={<IconButton label="About the page" icon={FileText} size="small" />}
    >
      <PropertyList
        entries={[
          ['Title', page.title],
          ['Address', page.url ?? 'not known'],
          ['Comes from', page.run === null ? sources[page.source] : `Run ${page.run}`],
          ['Saved', dateTime(page.addedAt)],
          ['Size', bytes(page.bytes)],
          ['Encoding', page.encoding],
        ]}
      />
    </Popover>
  );
}

function NoPage({
  onUrl,
  onFile,
  onRun,
  onLive,
}: {
  onUrl: () => void;
  onFile: () => void;
  onRun: () => void;
  onLive: () => void;
}) {
  return (
    <EmptyState
      icon={FileText}
      title="Add a page to test the spider"
      command="page.add-url"
      actions={
        <>
          <Button variant="primary" icon={Globe} onClick={onUrl}>
            Add by its address
          </Button>
          <Button icon={FilePlus2} onClick={onFile}>
            From a file
          </Button>
          <Button icon={History} onClick={onRun}>
            From a run
          </Button>
          <Button icon={MonitorPlay} onClick={onLive}>
            From the live page
          </Button>
        </>
      }
    >
      The page is saved with the spider and shown without scripts or network access. Matches of a selector are
      outlined; you can also drop files here.
    </EmptyState>
  );
}
