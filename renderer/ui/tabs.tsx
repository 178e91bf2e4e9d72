import type { ReactNode } from 'react';
import { Tabs as Radix } from 'radix-ui';
import { classes } from './classes.ts';
import './tabs.css';

/** A tab. */
export interface TabOption {
  readonly id: string;
  readonly title: string;
  /** Beside the title: a number, a dot. */
  readonly badge?: ReactNode;
  readonly disabled?: boolean;
}

/** See `Tabs`. */
export interface TabsProps {
  label: string;
  tabs: readonly TabOption[];
  value: string;
  onChange: (id: string) => void;
  /** At the end of the row of tabs. */
  aside?: ReactNode;
  /** Whether Tab reaches the panel: nothing in it takes the focus, and it may have to be scrolled. */
  scrolls?: boolean;
  /** What the chosen tab shows. */
  children: ReactNode;
  className?: string;
}

/** Tabs of a pane: arrows go along them, the chosen one is shown below. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  aside,
  scrolls = false,
  children,
  className,
}: TabsProps) {
  return (
    <Radix.Root className={classes('ui-tabs', className)} value={value} onValueChange={onChange}>
      <TabRow label={label} tabs={tabs} aside={aside} />
      <Radix.Content value={value} className="ui-tabs-content" tabIndex={scrolls ? 0 : -1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

/** The row of tabs, in a root of Radix. What stands elsewhere than in its content says by which ids a tab and its panel are known. */
export const TabRow = ({
  label,
  tabs,
  aside,
}: {
  label: string;
  tabs: readonly (TabOption & { readonly tab?: string; readonly panel?: string })[];
  aside?: ReactNode;
}) => (
  <div className="ui-tabs-row">
    <Radix.List className="ui-tabs-list" aria-label={label}>
      {tabs.map(({ id, title, badge, disabled, tab, panel }) => (
        <Radix.Trigger
          key={id}
          value={id}
          disabled={disabled === true}
          className="ui-tab"
          {...(tab === undefined ? {} : { id: tab, 'aria-controls': panel })}
        >
          {title}
          {badge}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {aside !== undefined && <div className="ui-tabs-aside">{aside}</div>}
  </div>
);
