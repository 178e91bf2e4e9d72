import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useDocument, type SpiderKey } from '../../spider-document/document.ts';
import { setPanel, usePanel } from './layout.ts';

/** The number of problems, in the toolbar; opens the list. */
export function ProblemCounter(key: SpiderKey) {
  const panel = usePanel();
  const problems = useDocument(key, (document) => document.problems) ?? [];
  const checked = useDocument(key, (document) => document.checked !== null) === true;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  return (
    <Tooltip
      text={panel === 'problems' ? 'Hide the problems' : 'Show the problems'}
      command="author.problems"
    >
      <button
        type="button"
        className="author-counter"
        aria-pressed={panel === 'problems'}
        data-errors={errors}
        data-state={errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'fine'}
        onClick={() => setPanel(panel === 'problems' ? 'none' : 'problems')}
      >
        {problems.length === 0 && checked && <CircleCheck size={14} aria-hidden />}
        {errors > 0 && (
          <>
            <CircleAlert size={14} aria-hidden className="author-error" />
            <span className="numeric">
              {errors}
              <span className="visually-hidden"> {errors === 1 ? 'error' : 'errors'}</span>
            </span>
          </>
        )}
        {warnings > 0 && (
          <>
            <TriangleAlert size={14} aria-hidden className="author-warning" />
            <span className="numeric">
              {warnings}
              <span className="visually-hidden"> {warnings === 1 ? 'warning' : 'warnings'}</span>
            </span>
          </>
        )}
        {problems.length === 0 && (
          <span className="author-counter-words">{checked ? 'No problems' : 'Checking…'}</span>
        )}
      </button>
    </Tooltip>
  );
}
