import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { IconButton } from './button.tsx';
import './inspector-pane.css';

/** See `InspectorPane`. */
export interface InspectorPaneProps {
  title: ReactNode;
  /** Its name for screen readers where the title is no text. */
  label: string;
  actions?: ReactNode;
  onClose?: () => void;
  children: ReactNode;
}

/** A pane that shows one thing of a table in full: below it or beside it, in a `Pane` of `SplitPanes`. */
export function InspectorPane({ title, label, actions, onClose, children }: InspectorPaneProps) {
  return (
    <section className="ui-inspector" aria-label={label}>
      <header className="ui-inspector-head">
        <h2 className="ellipsis grow">{title}</h2>
        {actions}
        {onClose !== undefined && (
          <IconButton label="Close the inspector" icon={X} size="small" onClick={onClose} />
        )}
      </header>
      <div className="ui-inspector-body">{children}</div>
    </section>
  );
}

/** See `PropertyList`. */
export interface PropertyListProps {
  /** Name and value; null and false are left out. */
  entries: readonly (readonly [name: string, value: ReactNode] | null | false)[];
}

/** Names and values below one another. */
export function PropertyList({ entries }: PropertyListProps) {
  return (
    <dl className="ui-properties">
      {entries.map(
        (entry) =>
          entry !== null &&
          entry !== false && (
            <div key={entry[0]}>
              <dt>{entry[0]}</dt>
              <dd>{entry[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
