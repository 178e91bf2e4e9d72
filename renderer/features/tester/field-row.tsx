import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ArrowDown, ChevronRight } from 'lucide-react';
import type { CallArgs } from '../../../shared/contract/index.ts';
import type { FieldReport } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { count, counted } from '../../ui/format.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import type { WrittenField } from './field-paths.ts';
import { MatchList } from './match-list.tsx';
import { pointAt } from './tester-store.ts';
import { useTest } from './use-test.ts';
import { inOneLine, isNothing, Value } from './value.tsx';
import type { SelectorFix } from '../../spider-document/selector-edits.ts';
import { WhyLine, WhySteps } from './why-line.tsx';

/** The report of a field, with its details. */
export interface FieldRowProps {
  spiderKey: SpiderKey;
  report: FieldReport;
  written: WrittenField;
  open: boolean;
  /** The call that returns the value in full. */
  whole: CallArgs<'tester.callback'>;
  subject: string;
  onToggle: () => void;
  /** Writes another selector in place of the one that gives nothing. */
  onFix: (fix: SelectorFix) => void;
  /** What may be made of its values; shown with its details. */
  offer: ReactNode;
}

/** A field: its value and matches in a line, and the steps of its processors below. */
export function FieldRow(props: FieldRowProps) {
  const { spiderKey: key, report, open, onToggle, onFix } = props;
  const { path, depth, matches, problem, empty, value, nodes, entries, items, filled } = report;
  const indent = { paddingLeft: `${29 + depth * 14}px` };
  const nothing = isNothing(value);
  const row = useRef<HTMLLIElement | null>(null);
  useEffect(() => {
    if (open) row.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  return (
    <li ref={row} className="tester-field" data-open={open || undefined}>
      <button
        type="button"
        className="tester-field-head"
        aria-expanded={open}
        style={{ paddingLeft: `${8 + depth * 14}px` }}
        onClick={onToggle}
        onPointerEnter={() => pointAt(key, nodes.elements)}
        onPointerLeave={() => pointAt(key, null)}
      >
        <ChevronRight size={13} aria-hidden className="tester-chevron" />
        <span className="tester-field-name ellipsis" title={path}>
          {nameOf(path, depth)}
        </span>
        <span className="tester-field-value ellipsis" data-kind={nothing ? 'nothing' : typeof value}>
          {nothing ? 'nothing' : inOneLine(value, entries)}
        </span>
        {items !== null && filled !== null && filled < items && (
          <span className="small muted numeric">
            {count(filled)}/{count(items)}
          </span>
        )}
        <Badge tone={matches === 0 ? 'danger' : problem === null ? 'neutral' : 'warning'}>
          {counted(matches, 'match', 'matches')}
        </Badge>
      </button>
      {empty !== null && (
        <div style={indent}>
          <WhyLine why={empty} onFix={onFix} />
        </div>
      )}
      {empty === null && problem !== null && (
        <p className="tester-problem small" style={indent}>
          {problem}
        </p>
      )}
      {open && <FieldDetail {...props} />}
    </li>
  );
}

/** The name of a field inside a list without that of the list. */
const nameOf = (path: string, depth: number) => (depth === 0 ? path : path.slice(path.lastIndexOf('.') + 1));

function FieldDetail({ spiderKey: key, report, written, whole, subject, offer }: FieldRowProps) {
  const { empty, steps, samples, items, filled, selector, language, matches, valueCut } = report;
  const [isWhole, setWhole] = useState(false);
  const more = useTest('tester.callback', isWhole ? whole : null, subject);
  const full = more.value?.fields.find(({ path }) => path === report.path) ?? null;
  // A selector without matches is explained above.
  const says = steps.length > 1 || (steps[0]?.value ?? null) !== null;
  const entry = report.depth === 0 ? 'row' : 'item';
  const takesFirst = matches > 1 && !written.takesAll && !written.isList && items === null;
  return (
    <div className="tester-field-detail">
      {selector !== null && (
        <p className="mono small tester-selector">
          <span className="subtle">{language}</span> {selector}
        </p>
      )}
      {empty !== null && <WhySteps why={empty} />}
      {offer}
      {items !== null && filled !== null && items > 0 && (
        <p className="small muted">
          {filled === items
            ? `A value in ${items === 1 ? `the only ${entry}` : `each of the ${count(items)} ${entry}s`}`
            : `A value in ${count(filled)} of ${counted(items, entry)}`}
          {says && '; the first of them:'}
        </p>
      )}
      {takesFirst && (
        <p className="small muted">
          The first of {count(matches)} matches is taken; with <code>"get_all": true</code> all are.
        </p>
      )}
      {says && (
        <ol className="tester-steps" aria-label="How the value comes about">
          {steps.map(({ step, value: after, entries }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same processor may stand twice
            <li key={`${index} ${step}`}>
              <span className="tester-step-name">
                {index > 0 && <ArrowDown size={11} aria-hidden />}
                <span>{step === 'select' ? 'matched' : step}</span>
                {index > 0 && (written.processors[index - 1] ?? '') !== '' && (
                  <span className="mono subtle">{written.processors[index - 1]}</span>
                )}
              </span>
              <Value name={report.path} value={after} entries={entries} />
            </li>
          ))}
        </ol>
      )}
      {valueCut && (
        <div className="tester-whole">
          {full === null ? (
            <Button size="small" busy={more.running} onClick={() => setWhole(true)}>
              Show the whole value
            </Button>
          ) : (
            <>
              <p className="small muted">
                The value{full.valueCut && ', shortened'}
                {typeof full.value === 'string' && `: ${counted(full.value.length, 'character')}`}
              </p>
              <Value name={report.path} value={full.value} entries={full.entries} />
            </>
          )}
        </div>
      )}
      <MatchList spiderKey={key} samples={samples} total={matches} />
    </div>
  );
}
