import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import type { OutlineStyle } from '../../../shared/window/preview.ts';
import type { SavedPage, TreeRow } from '../../../shared/contract/types.ts';
import { counted } from '../../ui/format.ts';
import { PageRow } from '../../contributions/page-row.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useUi } from '../../ui/ui-context.ts';
import { VirtualTree, type TreeLine } from '../../ui/virtual-tree.tsx';
import type { SpiderKey } from '../../spider-document/document.ts';
import { useAtHand, type AtHand } from './at-hand.ts';
import { marksOf } from './hand/marks.ts';
import { hereOf, letGo, pick } from './hand/take.ts';
import { useValueMenu } from './hand/value-menu.tsx';
import { NoAnswer } from './test-status.tsx';
import { changeTester, outline, outlinedElements, stepMatch, useTester } from './tester-store.ts';
import { useTest } from './use-test.ts';
import { useTree } from './use-tree.ts';
import './page-tree.css';

/** A JSON or XML page as a tree: a click on a value picks it, as on the elements of other pages, and matches are marked. */
export function PageTree({ spiderKey: key, page }: { spiderKey: SpiderKey; page: SavedPage }) {
  const ui = useUi();
  const { scrollTo } = useTester(key);
  const at = useAtHand(key);
  const marks = useMarks(key);
  const names = useNames(at);
  const box = useRef<HTMLDivElement | null>(null);
  const [position, setPosition] = useState(0);
  const [show, setShow] = useState<{ position: number } | null>(null);
  const subject = `${page.id} ${page.addedAt}`;
  const tree = useTree(page.id, subject, scrollTo, (found) => {
    setPosition(found);
    setShow({ position: found });
  });
  useTrialLanguage(key, page.kind);
  const lineAt = (index: number): TreeLine | null => {
    const row = tree.rowAt(index);
    if (row === null) return null;
    const { number, depth, size, open } = row;
    const holds = size !== null && size > 0;
    return {
      id: number,
      depth,
      open: holds ? open : null,
      content: <NamedRow row={row} names={names.get(number)} />,
      mark: marks.get(number),
    };
  };
  const current = tree.rowAt(position);
  const take = (number: number) => void pick(key, hereOf(at, page.id), number);
  const press = ({ id, open }: TreeLine) => {
    if (open !== null && marks.has(id)) changeTester(key, { clicked: [id] });
    if (open === null) take(id);
    else tree.toggle(id);
  };
  const copy = () => void ui.copy(current?.value ?? current?.name ?? '');
  const { menu, open: openMenu } = useValueMenu(key, at, page.id, {
    back: () => box.current?.querySelector<HTMLElement>('[role="tree"]')?.focus(),
    more: [
      { kind: 'separator' },
      { label: 'Expand all', icon: ChevronsUpDown, run: () => tree.toggleAll(true) },
      { label: 'Collapse all', icon: ChevronsDownUp, run: () => tree.toggleAll(false) },
    ],
  });
  if (tree.test.value === null) return <NoAnswer test={tree.test} title="The page cannot be shown." />;
  return (
    <div className="tester-view">
      <TreeSearch spiderKey={key} page={page.id} subject={subject} />
      <div ref={box} className="tester-view">
        <VirtualTree
          label={`Page ${page.title}`}
          total={tree.total}
          lineAt={lineAt}
          at={position}
          onMove={setPosition}
          show={show}
          onLook={tree.look}
          onToggle={({ id }) => tree.toggle(id)}
          onPress={press}
          onEnter={({ id }) => take(id)}
          onMenu={({ id }, place) => void openMenu(id, place)}
          onKey={(event) => {
            if (event.key === 'Escape') letGo(key);
            else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') copy();
            else return false;
            return true;
          }}
        />
      </div>
      {menu}
    </div>
  );
}

/** A row with what the spider makes of it: a row of its table, or the value of a field. */
function NamedRow({ row, names }: { row: TreeRow; names: string | undefined }) {
  return (
    <>
      <PageRow row={row} />
      {names !== undefined && <span className="page-tree-taken">{names}</span>}
    </>
  );
}

/** What the spider makes of the nodes of the page, by their numbers: "row 1 of 24", "price". */
function useNames({ test, reports }: AtHand): ReadonlyMap<number, string> {
  const rows = test.value?.rows ?? null;
  return useMemo(() => {
    const names = new Map(marksOf(rows, [], null).map(({ element, label }) => [element, rowName(label)]));
    for (const { report, names: path } of reports) {
      const name = path.join('.');
      for (const element of report.nodes.elements) {
        const known = names.get(element);
        names.set(element, known === undefined ? name : `${known}, ${name}`);
      }
    }
    return names;
  }, [rows, reports]);
}

const rowName = (label: string): string => (label.startsWith('row') ? label : `row ${label}`);

/** What is tried by hand on a page of JSON is a JSONPath, unless something else was typed. */
function useTrialLanguage(key: SpiderKey, kind: SavedPage['kind']): void {
  const { trial } = useTester(key);
  const suggest = useEffectEvent(() => {
    if (kind === 'json' && trial.text === '') changeTester(key, { trial: { language: 'json', text: '' } });
  });
  useEffect(() => suggest(), [kind]);
}

/** How rows are marked, by the numbers of their nodes. */
function useMarks(key: SpiderKey): ReadonlyMap<number, OutlineStyle> {
  const { outlines, pointed, current } = useTester(key);
  return useMemo(() => {
    const { groups } = pointed ?? outlines;
    const marks = new Map(
      groups.flatMap(({ elements, style }) => elements.map((each): [number, OutlineStyle] => [each, style])),
    );
    const here = current === null || pointed !== null ? undefined : outlinedElements(outlines)[current];
    return here === undefined ? marks : marks.set(here, 'picked');
  }, [outlines, pointed, current]);
}

/** Searches the page; what is found is marked, and Enter goes to the next one. */
function TreeSearch({
  spiderKey: key,
  page,
  subject,
}: {
  spiderKey: SpiderKey;
  page: string;
  subject: string;
}) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const { value } = useTest('tester.find', wanted === '' ? null : { page, text: wanted }, subject);
  useEffect(() => {
    if (value === null) return;
    const elements = value.found.flatMap(({ element }) => (element === null ? [] : [element]));
    outline(key, [{ elements, style: 'match' }], { scroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- marked once for each answer
  }, [value]);
  return (
    <div className="page-tree-search">
      <SearchField
        label="Search the page"
        value={text}
        count={wanted === '' || value === null ? null : counted(value.found.length, 'match', 'matches')}
        onChange={setText}
        onSubmit={(backwards) => stepMatch(key, backwards ? -1 : 1)}
      />
    </div>
  );
}
