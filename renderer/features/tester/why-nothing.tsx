import type { EmptyExplanation } from '../../../shared/contract/types.ts';
import { counted } from '../../ui/format.ts';

/** Why a selector matches nothing: which part of it matches, and what would most likely fix it. */
export function WhyNothing({ empty }: { empty: EmptyExplanation }) {
  return (
    <div className="tester-why">
      <p>{empty.reason}</p>
      {empty.steps.length > 0 && (
        <ol aria-label="How far the selector gets">
          {empty.steps.map(({ selector, matches }) => (
            <li key={selector} data-nothing={matches === 0 || undefined}>
              <span className="mono small">{selector}</span>
              <span className="numeric small">{counted(matches, 'match', 'matches')}</span>
            </li>
          ))}
        </ol>
      )}
      {empty.hint !== null && <p className="tester-why-hint">{empty.hint}</p>}
    </div>
  );
}
