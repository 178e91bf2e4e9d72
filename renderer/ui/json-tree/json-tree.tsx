import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight } from 'lucide-react';
import type { JsonValue } from '../../../shared/json-value.ts';
import { counted } from '../format.ts';
import { ContextMenu } from '../menu.tsx';
import { nextInTree } from '../tree-keys.ts';
import { useUi } from '../ui-context.ts';
import { previewOf, scalarText, type JsonLine } from './nodes.ts';
import { isLong, useJsonLines } from './use-json-lines.ts';
import './json-tree.css';

/** See `JsonTree`. */
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
  const { lines, matches, isWhole, isOpen, toggle, toggleAll } = useJsonLines(value, search, openTo);
  const [active, setActive] = useState('');
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
  const select = (line: JsonLine) => {
    setActive(line.path);
    onSelect?.(line.path);
  };
  const go = (to: number) => {
    const line = lines[Math.max(0, Math.min(lines.length - 1, to))];
    if (line === undefined) return;
    select(line);
    virtual.scrollToIndex(lines.indexOf(line));
  };
  const copy = (line: JsonLine) =>
    void ui.copy(typeof line.value === 'string' ? line.value : JSON.stringify(line.value, null, 2));
  const holds = (line: JsonLine) => isLong(line) || (line.size ?? 0) > 0;
  const nodeOf = (line: JsonLine | undefined) =>
    line === undefined ? null : { depth: line.depth, open: holds(line) ? isOpen(line) : null };
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[at];
    if (line === undefined) return;
    const to = nextInTree(event.key, at, lines.length, (position) => nodeOf(lines[position]));
    if (to !== null) go(to);
    else if (event.key === 'ArrowRight') toggle(line, true);
    else if (event.key === 'ArrowLeft') toggle(line, false);
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
        { label: 'Expand all', run: () => toggleAll(true) },
        { label: 'Collapse all', run: () => toggleAll(false) },
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
                aria-expanded={holds(line) ? isOpen(line) : undefined}
                data-whole={isWhole(line) || undefined}
                data-match={matches.has(line.path) || undefined}
                className="ui-json-line"
                style={{ transform: `translateY(${item.start}px)`, paddingLeft: 6 + line.depth * 14 }}
                onMouseDown={() => select(line)}
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

const sizeOf = (line: JsonLine) => (Array.isArray(line.value) ? `[${line.size}]` : `{${line.size}}`);
