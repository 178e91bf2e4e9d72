import type { ReactNode } from 'react';

/** A control with its name in front of it. */
export function Parameter({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="author-parameter">
      <span className="subtle">{label}</span>
      {children}
    </label>
  );
}
