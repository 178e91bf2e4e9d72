import { useId, type ReactNode } from 'react';

/** See `SettingRow`. */
export interface SettingRowProps {
  label: string;
  help?: ReactNode;
  /** The control; give it the id, so that the label belongs to it. */
  children: (id: string) => ReactNode;
}

/** A setting: what it is on the left, its control on the right. Rows stand in a `SettingGroup`. */
export function SettingRow({ label, help, children }: SettingRowProps) {
  const id = useId();
  return (
    <div className="settings-row">
      <div className="settings-row-text">
        <label htmlFor={id}>{label}</label>
        {help !== undefined && <p>{help}</p>}
      </div>
      <div className="settings-row-control">{children(id)}</div>
    </div>
  );
}

/** Settings under a heading. */
export const SettingGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} className="stack">
    <h2>{label}</h2>
    <div className="settings-group">{children}</div>
  </section>
);
