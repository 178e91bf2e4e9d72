import { useEffect, useEffectEvent, useState } from 'react';
import { PageRow } from '../../contributions/page-row.tsx';
import { useCall } from '../../state/query.ts';
import { copyText } from '../../state/clipboard.ts';
import { ErrorState } from '../../ui/empty-state.tsx';
import { VirtualTree, type TreeLine } from '../../ui/virtual-tree.tsx';

/** Rows of a portion that is asked for, and how many of them come before what is seen. */
const portion = 300;
const before = 100;
/** How deep a page is open at first. */
const openTo = 2;

interface JsonPageProps {
  request: string;
  url: string;
  /** Numbers of the values that are marked; the first is in sight. */
  elements: readonly number[];
}

/** A stored JSON page as a tree, with the values that were taken marked. Only rows near the screen are asked for. */
export function JsonPage({ request, url, elements }: JsonPageProps) {
  const [first = null] = elements;
  const [toggled, setToggled] = useState<number[]>([]);
  const [from, setFrom] = useState(0);
  const [reveal, setReveal] = useState(first);
  const [position, setPosition] = useState(0);
  const [show, setShow] = useState<{ position: number } | null>(null);
  const { value, error } = useCall('pages.treeOfRequest', {
    request,
    openTo,
    toggled,
    from,
    count: portion,
    reveal,
  });
  const [tree, setTree] = useState(value);
  const take = useEffectEvent(() => {
    if (value === null) return;
    setTree(value);
    if (value.revealed === null || reveal === null) return;
    setToggled(value.revealed.opened);
    setReveal(null);
    setPosition(value.revealed.position);
    setShow({ position: value.revealed.position });
  });
  useEffect(() => take(), [value]);
  if (error !== null && tree === null) return <ErrorState error={error} title="The page cannot be shown." />;
  if (tree === null) return null;
  const rowAt = (index: number) => tree.rows[index - tree.from] ?? null;
  const lineAt = (index: number): TreeLine | null => {
    const row = rowAt(index);
    if (row === null) return null;
    const { number, depth, size, open } = row;
    return {
      id: number,
      depth,
      open: size !== null && size > 0 ? open : null,
      content: <PageRow row={row} />,
      mark: elements.includes(number) ? 'picked' : undefined,
    };
  };
  const toggle = ({ id }: TreeLine) =>
    setToggled((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id]));
  const copy = () => void copyText(rowAt(position)?.value ?? '', 'The value was copied');
  return (
    <div className="provenance-page" data-pane="page">
      <VirtualTree
        label={`Stored page ${url}`}
        total={tree.total}
        lineAt={lineAt}
        at={position}
        onMove={setPosition}
        show={show}
        onLook={(seen) => setFrom(Math.max(0, Math.floor(seen / before) * before - before))}
        onToggle={toggle}
        onEnter={copy}
        onKey={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'c') return false;
          copy();
          return true;
        }}
      />
      {elements.length === 0 && (
        <p className="provenance-note small muted">No value of the page is marked.</p>
      )}
    </div>
  );
}
