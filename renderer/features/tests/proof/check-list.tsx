import { useState } from 'react';
import {
  ChevronDown,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
} from 'lucide-react';
import type { ProofCheck } from '../../../../shared/contract/types.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { counted } from '../../../ui/format.ts';
import { checkSentence, checkTitle } from './check-words.ts';
import { ProblemList } from './problem-list.tsx';

const signs: Readonly<Record<ProofCheck['result'], { icon: LucideIcon; word: string }>> = {
  pass: { icon: CircleCheck, word: 'Passed' },
  fail: { icon: CircleAlert, word: 'Failed' },
  'not-run': { icon: CircleDashed, word: 'Not run' },
};

/** The checks of a proof, one line each; those that failed are open. */
export function CheckList({ checks, ...key }: SpiderKey & { checks: readonly ProofCheck[] }) {
  return (
    <ol className="proof-checks" aria-label="Checks">
      {checks.map((check) => (
        <Check {...key} check={check} key={check.number} />
      ))}
    </ol>
  );
}

function Check({ check, ...key }: SpiderKey & { check: ProofCheck }) {
  const { number, result, problems } = check;
  const [isOpen, setOpen] = useState(result === 'fail');
  // What is missing for one that was not run stands in its sentence.
  const hasMore = result !== 'not-run' && problems.length > 0;
  const { icon: Icon, word } = signs[result];
  const line = (
    <>
      <Icon size={15} aria-hidden />
      <span className="visually-hidden">{`${word}: `}</span>
      <span className="proof-check-number numeric" aria-hidden>
        {number}
      </span>
      <span className="proof-check-title">{checkTitle(check)}</span>
      <span className="proof-check-words">{checkSentence(check)}</span>
    </>
  );
  return (
    <li data-result={result}>
      {hasMore ? (
        <button type="button" className="proof-check" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {line}
          <span className="proof-check-count">
            {counted(problems.length, result === 'fail' ? 'problem' : 'remark')}
          </span>
          {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        </button>
      ) : (
        <div className="proof-check">{line}</div>
      )}
      {hasMore && isOpen && <ProblemList {...key} problems={problems} title={checkTitle(check)} />}
    </li>
  );
}
