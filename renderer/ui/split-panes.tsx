import {
  Children,
  Fragment,
  isValidElement,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { Tabs as Radix } from 'radix-ui';
import { Group, Panel, Separator, type Layout } from 'react-resizable-panels';
import { classes } from './classes.ts';
import { useSmallerThan } from './smaller-than.ts';
import { TabRow } from './tabs.tsx';
import { useUi } from './ui-context.ts';
import './split-panes.css';

/** See `Pane`. */
export interface PaneProps {
  id: string;
  /** What it holds, for the separator beside it and for the switch of folded panes: "Editor". */
  label: string;
  /** Percent; left out: an equal share. */
  size?: number;
  /** Pixels. */
  min?: number;
  max?: number;
  /** Whether it closes when dragged below its minimum. */
  collapsible?: boolean;
  /** Out of sight, but mounted. */
  hidden?: boolean;
  children: ReactNode;
}

/** One of the panes of `SplitPanes`; only its props count. */
export function Pane({ children }: PaneProps) {
  return children;
}

/** See `SplitPanes`. */
export interface SplitPanesProps {
  /** The sizes are remembered under this name. */
  name: string;
  direction?: 'horizontal' | 'vertical';
  /**
   * Pixels. With less room than that in its direction, one pane is shown at a time, below a switch. Left out: never. The panes
   * that are not shown stay mounted.
   */
  foldBelow?: number;
  /** The id of the pane that a folded set shows; left out: it begins with the first and keeps the choice itself. */
  shown?: string;
  onShown?: (id: string) => void;
  /** Panes; falsy ones are left out, and the others share the space. */
  children: ReactNode;
  className?: string;
}

const revealing = 'ui-reveal';

/** Shows the folded panes that an element lies in, so that it can have the focus. */
export function reveal(element: Element): void {
  flushSync(() => {
    element.dispatchEvent(new Event(revealing, { bubbles: true }));
  });
}

/** Puts the focus into the first element that a selector finds, in a pane that is shown for it. */
export function showAndFocus(selector: string): void {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) return;
  reveal(element);
  element.focus();
}

const isPane = (child: ReactNode): child is ReactElement<PaneProps> =>
  isValidElement(child) && child.type === Pane;

/**
 * Panes side by side with separators that can be dragged, moved with the arrows, and set back by a double click. Sizes are
 * kept in the preferences for each set of panes that is shown. Where there is no room for them side by side, they fold. A pane
 * that comes, goes or folds leaves the others mounted: a frame in them is not loaded again.
 */
export function SplitPanes({
  name,
  direction = 'horizontal',
  foldBelow,
  shown,
  onShown,
  children,
  className,
}: SplitPanesProps) {
  const box = useRef<HTMLDivElement | null>(null);
  const tooSmall = useSmallerThan(box, foldBelow, direction === 'horizontal' ? 'width' : 'height');
  const [chosen, setChosen] = useState<string | null>(null);
  const own = useId();
  const panes = Children.toArray(children)
    .filter(isPane)
    .map((child) => child.props);
  const present = panes.filter(({ hidden }) => hidden !== true);
  const wanted = shown ?? chosen;
  const current = present.find(({ id }) => id === wanted) ?? present[0];
  const folded = tooSmall && present.length > 1;
  const { layout, keep } = useRememberedLayout(name, present);
  const choose = (id: string) => {
    setChosen(id);
    onShown?.(id);
  };
  useRevealed(box, choose);
  const tabOf = (id: string) => `${own}${id}`;
  return (
    <Radix.Root
      className={classes('ui-split', className)}
      data-folded={folded || undefined}
      ref={box}
      value={current?.id ?? ''}
      onValueChange={choose}
    >
      {folded && (
        <TabRow
          label="Panes"
          tabs={present.map(({ id, label }) => ({ id, title: label, tab: tabOf(id), panel: id }))}
        />
      )}
      {/* The library takes clicks beside the edges of panes, also of those out of sight. */}
      <Group
        orientation={direction}
        disabled={folded || present.length < 2}
        defaultLayout={layout}
        onLayoutChanged={(next, meta) => meta.isUserInteraction && keep(next)}
      >
        {panes.map((pane) => {
          const before = present[present.indexOf(pane) - 1];
          return (
            <Fragment key={pane.id}>
              {!folded && before !== undefined && (
                <Separator
                  className="ui-separator"
                  aria-label={`${direction === 'vertical' ? 'Height' : 'Width'} of ${before.label}`}
                />
              )}
              <Panel
                id={pane.id}
                className="ui-pane"
                hidden={pane.hidden === true || (folded && pane !== current)}
                {...(folded ? { role: 'tabpanel', 'aria-labelledby': tabOf(pane.id) } : {})}
                {...(pane.size === undefined ? {} : { defaultSize: `${pane.size}%` })}
                minSize={pane.min ?? 120}
                {...(pane.max === undefined ? {} : { maxSize: pane.max })}
                collapsible={pane.collapsible === true}
              >
                {pane.children}
              </Panel>
            </Fragment>
          );
        })}
      </Group>
    </Radix.Root>
  );
}

/** Tells which of the panes of a box is to be shown, by its id. */
function useRevealed(box: RefObject<HTMLElement | null>, show: (id: string) => void): void {
  const heard = useEffectEvent(({ target }: Event) => {
    const panels = box.current?.querySelectorAll(':scope > [data-group] > [data-panel]') ?? [];
    const panel = [...panels].find((each) => target instanceof Node && each.contains(target));
    if (panel !== undefined) show(panel.id);
  });
  useEffect(() => {
    const element = box.current;
    const hear = (event: Event) => heard(event);
    element?.addEventListener(revealing, hear);
    return () => element?.removeEventListener(revealing, hear);
  }, [box]);
}

/** The sizes that a set of panes was given, and what remembers them. */
function useRememberedLayout(
  name: string,
  panes: readonly PaneProps[],
): { layout: Layout | undefined; keep: (next: Layout) => void } {
  const { preferences } = useUi();
  const key = `${name}:${panes.map((pane) => pane.id).join('+')}`;
  const remembered = preferences.current().panels[key];
  return {
    layout:
      remembered?.length === panes.length
        ? Object.fromEntries(panes.map((pane, index) => [pane.id, remembered[index] ?? 0]))
        : undefined,
    keep: (next) => {
      const sizes = panes.map((pane) => Math.round((next[pane.id] ?? 0) * 100) / 100);
      preferences.rememberPanels(key, sizes);
    },
  };
}
