import type { ReactNode } from 'react';
import { WandSparkles } from 'lucide-react';
import { Button } from './button.tsx';
import './fix-line.css';

/** A change that mends what is wrong. */
export interface Fix {
  /** What the button says. */
  readonly label: string;
  readonly apply: () => void;
}

/** What is wrong, in one line, with the change that mends it. */
export function FixLine({
  label,
  fix,
  children,
}: {
  /** What the line is about, for those who do not see it. */
  label: string;
  /** null: none is known. */
  fix: Fix | null;
  children: ReactNode;
}) {
  return (
    <div className="ui-fix-line" role="note" aria-label={label}>
      <p>{children}</p>
      {fix !== null && (
        <Button size="small" icon={WandSparkles} onClick={fix.apply}>
          {fix.label}
        </Button>
      )}
    </div>
  );
}
