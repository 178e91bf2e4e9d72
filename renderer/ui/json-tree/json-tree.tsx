import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight } from 'lucide-react';
import type { JsonValue } from '../../../shared/json-value.ts';
import { counted } from '../format.ts';
import { ContextMenu } from '../menu.tsx';
import { useUi } from '../ui-context.ts';
import { findInJson, linesOf, previewOf, scalarText, shownAtOnce, type JsonLine } from './nodes.ts';
import './json-tree.css';

export interface JsonTreeProps {
  /** What it is, for screen readers: "Item 12". */
  label: string;
  value: JsonValue;
  /** Lines that hold this text are marked, and what is above them opens. */
  search?: string;
  /** How deep it is open at the beginning; default 2. */
  openTo?: number;
  /** The line that the person is on: its JSON pointer. */
  onSelect?: (pointer: string) => void;
}

/** Any JSON value as a tree: arrows move and open, Control+C copies, only what is seen is drawn. */
export function JsonTree({ label, value, search = '', openTo = 2, onSelect }: JsonTreeProps) {
  const id = useId();
  const ui = useUi();
  const box = useRef<HTMLDivElement | null>(null);
  /** What was opened or closed by hand; the rest follows `openTo` and the search. */
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** Long texts that are shown whole. */
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map());
  const [active, setActive] = useState('');
  const found = useMemo(() => findInJson(value, search), [value, search]);
  const lines = useMemo(
    () =>
      linesOf(
        value,
        (path, depth) => toggled.get(path) ?? (depth < openTo || found.parents.has(path)),
        (path) => limits.get(path) ?? shownAtOnce,
      ),
    [value, toggled, limits, openTo, found],
  );
  const at = Math.max(
    0,
    lines.findIndex((line) => line.path === active),
  );
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 22,
    overscan: 10,
  });
  const go = (to: number) => {
    const line = lines[Math.max(0, Math.min(lines.length - 1, to))];
    if (line === undefined) return;
    setActive(line.path);
    onSelect?.(line.path);
    virtual.scrollToIndex(lines.indexOf(line));
  };
  const toggle = (line: JsonLine, open = !line.open) => {
    if (line.more !== null) {
      const parent = line.path.slice(0, -2);
      setLimits(new Map(limits).set(parent, (limits.get(parent) ?? shownAtOnce) + 5 * shownAtOnce));
    } else if (line.size !== null && line.size > 0) {
      setToggled(new Map(toggled).set(line.path, open));
    } else if (isLong(line)) {
      const next = new Set(whole);
      if (!next.delete(line.path)) next.add(line.path);
      setWhole(next);
    }
  };
  const copy = (line: JsonLine) =>
    void ui.copy(typeof line.value === 'string' ? line.value : JSON.stringify(line.value, null, 2));
  const isOpen = (line: JsonLine) => (line.size === null ? whole.has(line.path) || !isLong(line) : line.open);
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[at];
    if (line === undefined) return;
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'PageDown') go(at + 15);
    else if (event.key === 'PageUp') go(at - 15);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(lines.length - 1);
    else if (event.key === 'ArrowRight' && !isOpen(line)) toggle(line, true);
    else if (event.key === 'ArrowRight') go(at + 1);
    else if (event.key === 'ArrowLeft' && isOpen(line)) toggle(line, false);
    else if (event.key === 'ArrowLeft')
      go(lines.findLastIndex((each, index) => index < at && each.depth < line.depth));
    else if (event.key === 'Enter' || event.key === ' ') toggle(line);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') copy(line);
    else return;
    event.preventDefault();
  };
  const current = lines[at];
  return (
    <ContextMenu
      entries={[
        { label: 'Copy the value', run: () => current !== undefined && copy(current) },
        { label: 'Copy the path', run: () => void ui.copy(current?.path ?? '') },
        { kind: 'separator' },
        {
          label: 'Open everything',
          run: () => setToggled(new Map(everyPath(value).map((path) => [path, true]))),
        },
        {
          label: 'Close everything',
          run: () => setToggled(new Map(everyPath(value).map((path) => [path, path === '']))),
        },
      ]}
    >
      <div
        ref={box}
        role="tree"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={current === undefined ? undefined : `${id}${current.path}`}
        className="ui-json"
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index];
            if (line === undefined) return null;
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree has the focus and the keys
              <div
                key={line.path}
                id={`${id}${line.path}`}
                ref={virtual.measureElement}
                data-index={item.index}
                role="treeitem"
                aria-level={line.depth + 1}
                aria-selected={item.index === at}
                aria-expanded={isLong(line) || (line.size ?? 0) > 0 ? isOpen(line) : undefined}
                data-whole={whole.has(line.path) || undefined}
                data-match={found.matches.has(line.path) || undefined}
                className="ui-json-line"
                style={{ transform: `translateY(${item.start}px)`, paddingLeft: 6 + line.depth * 14 }}
                onMouseDown={() => {
                  setActive(line.path);
                  onSelect?.(line.path);
                }}
                onClick={() => toggle(line)}
              >
                <LineContent line={line} open={isOpen(line)} />
              </div>
            );
          })}
        </div>
      </div>
    </ContextMenu>
  );
}

function LineContent({ line, open }: { line: JsonLine; open: boolean }) {
  if (line.more !== null)
    return <span className="ui-json-more">{counted(line.more, 'more entry', 'more entries')}</span>;
  const nested = line.size !== null;
  const kind = line.value === null ? 'null' : typeof line.value;
  return (
    <>
      <ChevronRight
        size={12}
        aria-hidden
        className="ui-json-chevron"
        data-open={open || undefined}
        visibility={(nested && line.size !== 0) || isLong(line) ? 'visible' : 'hidden'}
      />
      {line.name !== null && <span className="ui-json-name">{line.name}</span>}
      {nested ? (
        <span className="ui-json-preview">{line.open ? sizeOf(line) : previewOf(line.value)}</span>
      ) : (
        <span className="ui-json-value" data-kind={kind}>
          {scalarText(line.value)}
        </span>
      )}
    </>
  );
}

/** Characters of a text from which on it may not fit into its line. */
const longText = 80;
const isLong = ({ value }: JsonLine) => typeof value === 'string' && value.length > longText;

const sizeOf = (line: JsonLine) => (Array.isArray(line.value) ? `[${line.size}]` : `{${line.size}}`);

/** The paths of all nested values; of very large ones the first few thousand. */
function everyPath(value: JsonValue): string[] {
  return linesOf(value, () => true)
    .filter((line) => line.size !== null)
    .slice(0, 5000)
    .map((line) => line.path);
}
