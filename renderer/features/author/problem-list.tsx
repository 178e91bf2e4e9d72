import { useRef, type KeyboardEvent } from 'react';
import { CircleAlert, CircleCheck, TriangleAlert, WandSparkles } from 'lucide-react';
import type { FixableProblem } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import {
  getDocument,
  replaceText,
  revealOffset,
  useDocument,
  type SpiderKey,
} from '../../spider-document/document.ts';
import { offsetOfProblem } from '../../spider-document/checking.ts';

/** The most problems in the list. */
const shownProblems = 200;

/** The problems of the spider, in the order of the text. Enter goes to the place. */
export function ProblemList(key: SpiderKey) {
  const problems = useDocument(key, (document) => document.problems) ?? [];
  const list = useRef<HTMLUListElement | null>(null);
  if (problems.length === 0) {
    return (
      <p className="author-no-problems">
        <CircleCheck size={14} aria-hidden /> No problems found.
      </p>
    );
  }
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.author-problem-text') ?? [])];
    const next = rows[rows.findIndex((row) => row === document.activeElement) + by];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows go along its buttons
    <ul className="author-problems" aria-label="Problems" ref={list} onKeyDown={step}>
      {problems.slice(0, shownProblems).map((problem, index) => (
        <ProblemRow {...key} problem={problem} key={`${problem.code} ${problem.pointer} ${index}`} />
      ))}
      {problems.length > shownProblems && (
        <li className="author-problem-more subtle">{problems.length - shownProblems} more</li>
      )}
    </ul>
  );
}

function ProblemRow({ problem, ...key }: SpiderKey & { problem: FixableProblem }) {
  const { severity, message, hint, line, column, fixes } = problem;
  const [fix] = fixes;
  const reveal = () => {
    const document = getDocument(key);
    if (document !== null) revealOffset(key, offsetOfProblem(document.text, problem));
  };
  return (
    <li className="author-problem" data-severity={severity}>
      <button type="button" className="author-problem-text" onClick={reveal}>
        {severity === 'error' ? (
          <CircleAlert size={14} className="author-error" aria-label="Error" />
        ) : (
          <TriangleAlert size={14} className="author-warning" aria-label="Warning" />
        )}
        <span className="grow">
          <span>{message}</span>
          {hint !== null && <span className="subtle"> {hint}</span>}
        </span>
        {line !== null && (
          <span className="author-problem-place subtle numeric">
            {line}:{column}
          </span>
        )}
      </button>
      {fix !== undefined && (
        <Button size="small" variant="quiet" icon={WandSparkles} onClick={() => applyFix(key, problem)}>
          {fix.title}
        </Button>
      )}
    </li>
  );
}

/** Carries out what is most likely wanted. Fixes are offsets in the text that was checked, and only fit that. */
function applyFix(key: SpiderKey, { fixes }: FixableProblem, index = 0): boolean {
  const document = getDocument(key);
  const fix = fixes[index];
  if (document === null || fix === undefined || document.checked !== document.text) return false;
  replaceText(key, fix.edits, fix.title);
  return true;
}
