import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight } from 'lucide-react';
import { nextInTree } from './tree-keys.ts';
import './virtual-tree.css';

/** A row of a tree. */
export interface TreeLine {
  /** What it is; stays the same while rows come and go. */
  readonly id: number;
  readonly depth: number;
  /** Whether what is in it is shown; null: it holds nothing. */
  readonly open: boolean | null;
  readonly content: ReactNode;
  /** How it is marked; for style sheets. */
  readonly mark?: string | undefined;
}

/** See `VirtualTree`. */
export interface VirtualTreeProps {
  /** What it is, for screen readers. */
  label: string;
  total: number;
  /** The row at a position; null: it is not loaded yet. */
  lineAt: (position: number) => TreeLine | null;
  /** The position that the person is on. */
  at: number;
  onMove: (position: number) => void;
  /** Brings a position into view, once for each object. */
  show: { readonly position: number } | null;
  /** Called with the first position in sight, to load what is around it. */
  onLook: (first: number) => void;
  onToggle: (line: TreeLine) => void;
  /** A click on a row. Left out: it opens and closes. */
  onPress?: ((line: TreeLine) => void) | undefined;
  /** Enter on a row. */
  onEnter: (line: TreeLine) => void;
  /** Other keys. @returns whether it was one of them */
  onKey?: (event: KeyboardEvent, line: TreeLine | null) => boolean;
  /** A menu is asked for, by the pointer or the keyboard. */
  onMenu?: ((line: TreeLine, place: { readonly left: number; readonly top: number }) => void) | undefined;
  className?: string;
  /** Whether the focus goes here now. */
  focused?: boolean;
}

const rowHeight = 22;
/** How far to the right a menu opens that the keyboard has asked for, in pixels. */
const keyboardIndent = 24;

/** A tree of any size: only rows in sight are drawn, and they may be loaded on demand. Arrows move, open and close. */
export function VirtualTree(props: VirtualTreeProps) {
  const {
    label,
    total,
    lineAt,
    at,
    onMove,
    show,
    onLook,
    onToggle,
    onPress,
    onEnter,
    focused = false,
  } = props;
  const id = useId();
  const box = useRef<HTMLDivElement | null>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const look = useEffectEvent(() => onLook(first));
  useEffect(() => look(), [first]);
  const reveal = useEffectEvent(() => {
    if (show !== null) virtual.scrollToIndex(show.position, { align: 'auto' });
  });
  useEffect(() => reveal(), [show]);
  useEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);
  const current = lineAt(at);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextInTree(event.key, at, total, lineAt);
    if (to !== null) {
      const position = Math.max(0, Math.min(total - 1, to));
      onMove(position);
      virtual.scrollToIndex(position, { align: 'auto' });
    } else if (props.onKey?.(event, current) !== true) {
      if (current === null) return;
      if (event.key === 'Enter') onEnter(current);
      else if (!['ArrowRight', 'ArrowLeft', ' '].includes(event.key)) return;
      else if (current.open !== null) onToggle(current);
    }
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={current === null ? undefined : `${id}${current.id}`}
      className={`ui-tree ${props.className ?? ''}`}
      data-pane-focus
      onKeyDown={onKeyDown}
      onContextMenu={
        props.onMenu === undefined
          ? undefined
          : (event) => {
              event.preventDefault();
              const isOnRow = event.target !== box.current;
              const row = current === null ? null : document.getElementById(`${id}${current.id}`);
              const below = row?.getBoundingClientRect() ?? { left: event.clientX, bottom: event.clientY };
              const place = isOnRow
                ? { left: event.clientX, top: event.clientY }
                : { left: below.left + keyboardIndent, top: below.bottom };
              if (current !== null) props.onMenu?.(current, place);
            }
      }
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => {
          const line = lineAt(index);
          if (line === null) return null;
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree has the focus and the keys
            <div
              key={line.id}
              id={`${id}${line.id}`}
              role="treeitem"
              aria-level={line.depth + 1}
              aria-selected={index === at}
              aria-expanded={line.open ?? undefined}
              data-mark={line.mark}
              className="ui-tree-row"
              style={{
                transform: `translateY(${start}px)`,
                paddingLeft: 6 + Math.min(line.depth, maxIndent) * 14,
              }}
              onMouseDown={() => onMove(index)}
              onClick={() => (onPress ?? onToggle)(line)}
            >
              <ChevronRight
                size={12}
                aria-hidden
                className="ui-tree-chevron"
                data-open={line.open === true || undefined}
                visibility={line.open === null ? 'hidden' : 'visible'}
              />
              {line.content}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Rows deeper than this are indented no further. */
const maxIndent = 60;
