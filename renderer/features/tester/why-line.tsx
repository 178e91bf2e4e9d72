import type { WhyEmpty } from '../../../shared/contract/types.ts';
import type { SelectorFix } from '../../spider-document/selector-edits.ts';
import { FixLine } from '../../ui/fix-line.tsx';
import { counted } from '../../ui/format.ts';

/** Why a selector or a field gives nothing, in one line, with the change that mends it. */
export function WhyLine({
  why: { line, fix },
  subject,
  onFix,
}: {
  why: WhyEmpty;
  /** What is empty, where that is not said elsewhere. */
  subject?: string;
  onFix: (fix: SelectorFix) => void;
}) {
  return (
    <FixLine
      label="Why it is empty"
      fix={fix === null ? null : { label: fix.label, apply: () => onFix(fix) }}
    >
      {subject !== undefined && <span className="mono">{subject}: </span>}
      {line}
    </FixLine>
  );
}

/** How far a selector gets, step by step. */
export function WhySteps({ why: { steps } }: { why: WhyEmpty }) {
  if (steps.length < 2) return null;
  return (
    <ol className="tester-why-steps" aria-label="How far the selector gets">
      {steps.map(({ selector, matches }) => (
        <li key={selector} data-nothing={matches === 0 || undefined}>
          <span className="mono small">{selector}</span>
          <span className="numeric small">{counted(matches, 'match', 'matches')}</span>
        </li>
      ))}
    </ol>
  );
}
