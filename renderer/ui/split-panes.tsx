import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import { Group, Panel, Separator, type Layout } from 'react-resizable-panels';
import { classes } from './classes.ts';
import { useUi } from './ui-context.ts';
import './split-panes.css';

/** See `Pane`. */
export interface PaneProps {
  id: string;
  /** What it holds, for the separator beside it: "Editor". */
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
  /** Panes; falsy ones are left out, and the others share the space. */
  children: ReactNode;
  className?: string;
}

const isPane = (child: ReactNode): child is ReactElement<PaneProps> =>
  isValidElement(child) && child.type === Pane;

/**
 * Panes side by side with separators that can be dragged, moved with the arrows, and set back by a double click. Sizes are
 * kept in the preferences for each set of panes that is shown.
 */
export function SplitPanes({ name, direction = 'horizontal', children, className }: SplitPanesProps) {
  const { preferences } = useUi();
  const panes = Children.toArray(children)
    .filter(isPane)
    .map((child) => child.props);
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
      className={classes('ui-split', className)}
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
