import {
  Children,
  Fragment,
  isValidElement,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Group, Panel, Separator, type Layout } from 'react-resizable-panels';
import { classes } from './classes.ts';
import { useSmallerThan } from './smaller-than.ts';
import { Tabs } from './tabs.tsx';
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

const isPane = (child: ReactNode): child is ReactElement<PaneProps> =>
  isValidElement(child) && child.type === Pane;

/**
 * Panes side by side with separators that can be dragged, moved with the arrows, and set back by a double click. Sizes are
 * kept in the preferences for each set of panes that is shown. Where there is no room for them side by side, they fold.
 */
export function SplitPanes({
  direction = 'horizontal',
  foldBelow,
  shown,
  onShown,
  children,
  className,
  ...rest
}: SplitPanesProps) {
  const box = useRef<HTMLDivElement | null>(null);
  const folded = useSmallerThan(box, foldBelow, direction === 'horizontal' ? 'width' : 'height');
  const [chosen, setChosen] = useState<string | null>(null);
  const panes = Children.toArray(children)
    .filter(isPane)
    .map((child) => child.props);
  const wanted = shown ?? chosen;
  const current = panes.find(({ id }) => id === wanted) ?? panes[0];
  return (
    <div className={classes('ui-split', className)} ref={box}>
      {folded && panes.length > 1 ? (
        <FoldedPanes
          panes={panes}
          current={current?.id ?? ''}
          onChange={(id) => {
            setChosen(id);
            onShown?.(id);
          }}
        />
      ) : (
        <PaneGroup panes={panes} direction={direction} {...rest} />
      )}
    </div>
  );
}

interface FoldedPanesProps {
  panes: readonly PaneProps[];
  current: string;
  onChange: (id: string) => void;
}

const FoldedPanes = ({ panes, current, onChange }: FoldedPanesProps) => (
  <Tabs
    className="ui-folded"
    label="Panes"
    value={current}
    onChange={onChange}
    tabs={panes.map(({ id, label }) => ({ id, title: label }))}
  >
    {panes.map(({ id, children }) => (
      <div className="ui-pane" hidden={id !== current} key={id}>
        {children}
      </div>
    ))}
  </Tabs>
);

interface PaneGroupProps {
  name: string;
  direction: 'horizontal' | 'vertical';
  panes: readonly PaneProps[];
}

function PaneGroup({ name, direction, panes }: PaneGroupProps) {
  const { preferences } = useUi();
  const key = `${name}:${panes.map((pane) => pane.id).join('+')}`;
  const remembered = preferences.current().panels[key];
  const layout: Layout | undefined =
    remembered?.length === panes.length
      ? Object.fromEntries(panes.map((pane, index) => [pane.id, remembered[index] ?? 0]))
      : undefined;
  const keep = (next: Layout) => {
    const sizes = panes.map((pane) => Math.round((next[pane.id] ?? 0) * 100) / 100);
    preferences.rememberPanels(key, sizes);
  };
  return (
    <Group
      key={key}
      orientation={direction}
      defaultLayout={layout}
      onLayoutChanged={(next, meta) => meta.isUserInteraction && keep(next)}
    >
      {panes.map((pane, index) => (
        <Fragment key={pane.id}>
          {index > 0 && (
            <Separator
              className="ui-separator"
              aria-label={`${direction === 'vertical' ? 'Height' : 'Width'} of ${panes[index - 1]?.label ?? ''}`}
            />
          )}
          <Panel
            id={pane.id}
            className="ui-pane"
            {...(pane.size === undefined ? {} : { defaultSize: `${pane.size}%` })}
            minSize={pane.min ?? 120}
            {...(pane.max === undefined ? {} : { maxSize: pane.max })}
            collapsible={pane.collapsible === true}
          >
            {pane.children}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}
