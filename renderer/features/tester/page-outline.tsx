import { useEffect, useEffectEvent, useMemo, useRef, useState, type MouseEvent } from 'react';
import { X } from 'lucide-react';
import type { OutlineEntry, SavedPage } from '../../../shared/contract/types.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { IconButton } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { VirtualTree, type TreeLine } from '../../ui/virtual-tree.tsx';
import { useAtHand } from './at-hand.ts';
import { useElementMenu } from './hand/element-menu.tsx';
import { hereOf, letGo, pick } from './hand/take.ts';
import { linesOf } from './outline-lines.ts';
import { NoAnswer } from './test-status.tsx';
import { changeTester, pointAt, scrollToElement } from './tester-store.ts';
import { useTest } from './use-test.ts';
import './page-outline.css';

/** The outline of a page, for keyboard and screen reader: the arrow keys move, Enter picks, and the page shows where one is. */
export function PageOutline({ spiderKey: key, page }: { spiderKey: SpiderKey; page: SavedPage }) {
  const atHand = useAtHand(key);
  const { subject, field } = atHand;
  const test = useTest('tester.outline', { page: page.id }, subject);
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [position, setPosition] = useState(0);
  const entries = test.value?.entries;
  const lines = useMemo(() => linesOf(entries ?? [], closed, search), [entries, closed, search]);
  const at = Math.min(position, Math.max(0, lines.length - 1));
  const current = lines[at] ?? null;
  const point = (line: typeof current) => {
    pointAt(key, line === null ? null : [line.entry.element]);
    if (line !== null) scrollToElement(key, line.entry.element);
  };
  const leave = useEffectEvent(() => pointAt(key, null));
  useEffect(() => () => leave(), []);
  const box = useRef<HTMLDivElement | null>(null);
  const tree = () => box.current?.querySelector<HTMLElement>('[role="tree"]') ?? null;
  const { menu, open: openMenu } = useElementMenu(key, atHand, page.id, () => tree()?.focus());
  const askForMenu = (event: MouseEvent) => {
    event.preventDefault();
    if (current === null) return;
    // One that a key asked for opens below the line.
    const line = document.getElementById(tree()?.getAttribute('aria-activedescendant') ?? '');
    const below = line?.getBoundingClientRect();
    const isPointed = event.button === 2 || below === undefined;
    const place = isPointed
      ? { left: event.clientX, top: event.clientY }
      : { left: below.left, top: below.bottom };
    void openMenu(current.entry.element, place);
  };
  const take = ({ id }: TreeLine) => void pick(key, hereOf(atHand, page.id), id);
  const toggle = ({ id }: TreeLine) =>
    setClosed(
      (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
    );
  const lineAt = (index: number): TreeLine | null => {
    const line = lines[index];
    if (line === undefined) return null;
    const { entry, open } = line;
    return { id: entry.element, depth: line.depth, open, content: <Entry entry={entry} /> };
  };
  const close = () => {
    pointAt(key, null);
    changeTester(key, { outlineOpen: false });
    document.querySelector<HTMLElement>('.tester-preview')?.focus();
  };
  return (
    <section className="page-outline" aria-label="Outline of the page">
      <div className="row page-outline-head">
        <SearchField
          label="Search the outline"
          className="grow"
          value={search}
          count={search.trim() === '' ? null : count(lines.length)}
          onChange={setSearch}
        />
        <IconButton label="Close the outline" icon={X} size="small" onClick={close} />
      </div>
      {test.value === null ? (
        <NoAnswer test={test} title="The outline could not be made." />
      ) : (
        <div
          className="page-outline-tree"
          ref={box}
          onFocus={() => point(current)}
          onBlur={() => pointAt(key, null)}
          onContextMenu={askForMenu}
        >
          <VirtualTree
            label={`Outline of ${page.title}`}
            total={lines.length}
            lineAt={lineAt}
            at={at}
            onMove={(to) => {
              setPosition(to);
              point(lines[to] ?? null);
            }}
            show={null}
            onLook={() => undefined}
            onToggle={toggle}
            onPress={take}
            onEnter={take}
            onKey={(event) => {
              if (event.key !== 'Escape') return false;
              if (field === null) close();
              else letGo(key);
              return true;
            }}
            focused
          />
          {menu}
        </div>
      )}
      {test.value?.cut === true && (
        <p className="small muted page-outline-head">
          The first {count(test.value.entries.length)} parts are listed.
        </p>
      )}
    </section>
  );
}

const words: Readonly<Record<OutlineEntry['role'], string>> = {
  landmark: 'part',
  heading: 'heading',
  list: 'list',
  item: 'item',
  table: 'table',
  row: 'row',
  cell: 'cell',
  link: 'link',
  image: 'picture',
  control: 'control',
  text: 'text',
};

function Entry({ entry: { role, name } }: { entry: OutlineEntry }) {
  return (
    <span className="ellipsis">
      <span className="small muted">{words[role]}</span>{' '}
      {name === '' ? <span className="subtle">no text</span> : name}
    </span>
  );
}
