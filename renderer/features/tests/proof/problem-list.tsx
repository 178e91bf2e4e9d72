import { useState } from 'react';
import type { ProofCheck } from '../../../../shared/contract/types.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { count } from '../../../ui/format.ts';
import { Button } from '../../../ui/button.tsx';
import { pageName } from '../cell-words.ts';
import { placeWords } from './check-words.ts';
import { openPage, openPlace } from './open-place.ts';

type Problem = ProofCheck['problems'][number];

/** Problems that are shown first, and how many more a click shows. */
const first = 20;
const step = 500;

interface ProblemListProps extends SpiderKey {
  problems: readonly Problem[];
  /** What the check is called. */
  title: string;
}

/** The problems or remarks of a check: the place in the spider, the page, what was expected, and what there is. */
export function ProblemList({ problems, title, ...key }: ProblemListProps) {
  const [most, setMost] = useState(first);
  const left = problems.length - most;
  return (
    <div className="proof-problems">
      <ul aria-label={title}>
        {problems.slice(0, most).map((problem, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a report never changes
          <ProblemRow {...key} problem={problem} key={at} />
        ))}
      </ul>
      {left > 0 && (
        <Button size="small" variant="quiet" onClick={() => setMost(most + step)}>
          {left <= step ? `Show all ${count(problems.length)}` : `Show ${count(step)} more of ${count(left)}`}
        </Button>
      )}
    </div>
  );
}

function ProblemRow({ problem, ...key }: SpiderKey & { problem: Problem }) {
  const { pointer, page, expected, got, hint } = problem;
  return (
    <li>
      <p className="proof-problem-where">
        <button type="button" className="proof-link" onClick={() => void openPlace(key, problem)}>
          {placeWords(pointer)}
        </button>
        {page !== null && (
          <>
            {' on '}
            <button
              type="button"
              className="proof-link"
              title={page}
              onClick={() => void openPage(key, page)}
            >
              {pageName({ url: page, title: page })}
            </button>
          </>
        )}
      </p>
      {(expected !== null || got !== null) && (
        <dl>
          {expected !== null && (
            <div>
              <dt>Expected</dt>
              <dd>{expected}</dd>
            </div>
          )}
          <div>
            <dt>There is</dt>
            <dd>{got ?? <em>nothing</em>}</dd>
          </div>
        </dl>
      )}
      {hint !== null && <p className="proof-hint">{hint}</p>}
    </li>
  );
}
