import { useId } from 'react';
import type { CallValue } from '../../../../shared/contract/index.ts';
import type { SavedPage, SelectorSuggestion } from '../../../../shared/contract/types.ts';
import type { SpiderKey } from '../../../spider-document/document.ts';
import type { AtHand } from '../at-hand.ts';
import type { NamedReport } from '../field-paths.ts';
import { LinkActions, linkAround } from '../links/link-actions.tsx';
import { NoAnswer } from '../test-status.tsx';
import type { Hand } from '../tester-store.ts';
import { useTest } from '../use-test.ts';
import { factsOf, fillOf, type Fact } from './candidate-facts.ts';
import { Question } from './question.tsx';
import { partOf } from './part-of.ts';
import { askFor } from './suggest.ts';
import { choose, examplesOf, hereOf, targetOfField, type Examples } from './take.ts';

interface CandidatesProps {
  spiderKey: SpiderKey;
  page: SavedPage;
  at: AtHand;
  field: NamedReport;
  /** What was picked for it; null: its first match stands for it. */
  hand: Hand | null;
}

/** The selectors that the field can be taken by, what else its element holds, and what is asked about it. */
export function Candidates({ spiderKey: key, page, at, field, hand }: CandidatesProps) {
  const { report } = field;
  const known = examplesOf(hand, field);
  const within = targetOfField(key, at)?.within ?? null;
  const lost = useRelocated({ page: page.id, at, report, within, isLost: known.elements.length === 0 });
  const examples = lost === null ? known : examplesFrom(lost);
  const isAsked = examples.elements.length > 0 && report.selector !== null;
  const test = useTest(
    'tester.suggest',
    isAsked ? askFor({ ...examples, page: page.id, within }) : null,
    `${at.subject} ${at.callback} ${field.names.join('.')}`,
  );
  if (!isAsked) return null;
  const { value } = test;
  if (value === null) return <NoAnswer test={test} title="No selectors could be found." />;
  const here = hereOf(at, page.id);
  const link = linkAround(value.element);
  return (
    <div className="hand-offers" aria-busy={test.running}>
      {lost !== null && (
        <p className="small" role="status">
          The selector matches nothing here. On “{titleOf(at, lost.page)}” it takes {quoted(lost.value)}; that
          seems to be this:
        </p>
      )}
      <Choices
        spiderKey={key}
        at={at}
        page={page}
        field={field}
        examples={examples}
        suggestions={value.suggestions}
      />
      {value.question !== null && (
        <Question spiderKey={key} here={here} pages={at.pages} question={value.question} />
      )}
      {link !== null && <LinkActions spiderKey={key} at={at} page={page.id} element={link} />}
    </div>
  );
}

type Relocated = NonNullable<CallValue<'tester.relocate'>['found']>;

/** Where this page has what the selector of a field takes on another page; null: it matches here, or nothing is known. */
function useRelocated({
  page,
  at,
  report: { selector, language },
  within,
  isLost,
}: {
  page: string;
  at: AtHand;
  report: NamedReport['report'];
  within: string | null;
  isLost: boolean;
}): Relocated | null {
  const isAsked = isLost && selector !== null && language !== null && (at.pages?.length ?? 0) > 1;
  const test = useTest(
    'tester.relocate',
    isAsked ? { page, language, selector, within } : null,
    `${at.subject} ${selector}`,
  );
  return isAsked ? (test.value?.found ?? null) : null;
}

const examplesFrom = ({ element, page, was }: Relocated): Examples => ({
  elements: [element],
  not: [],
  elsewhere: [{ page, elements: [was], not: [] }],
});

const titleOf = ({ pages }: AtHand, id: string): string =>
  pages?.find((each) => each.id === id)?.title ?? 'another page';

const quoted = (text: string): string => (text === '' ? 'something' : `“${text.slice(0, 60)}”`);

function Choices({
  spiderKey: key,
  at,
  page,
  field: { report },
  examples,
  suggestions,
}: Omit<CandidatesProps, 'hand'> & {
  examples: Examples;
  suggestions: CallValue<'tester.suggest'>['suggestions'];
}) {
  const group = useId();
  const own = suggestions.find(
    (each) => each.selector === report.selector && each.language === report.language,
  );
  const part = partOf(report.selector ?? '');
  const same = suggestions.filter((each) => partOf(each.selector) === part);
  const others = suggestions.filter((each) => partOf(each.selector) !== part);
  // What stands above, as the first step of the value, is not said again.
  const [first] = report.steps;
  const said = first !== undefined && first.entries === null ? first.value : null;
  const candidate = (each: SelectorSuggestion) => (
    <Candidate
      key={`${each.language} ${each.selector}`}
      group={group}
      selector={each.selector}
      isChosen={each === own}
      facts={factsOf(each, report.items, at.pages ?? [])}
      value={each.value === said ? null : each.value}
      onChoose={() => choose(key, hereOf(at, page.id), each, examples)}
    />
  );
  return (
    <>
      <fieldset className="hand-candidates">
        <legend className="small muted">Where it is taken from</legend>
        {own === undefined && report.selector !== null && (
          <Candidate
            group={group}
            selector={report.selector}
            isChosen
            facts={[fillOf(report)]}
            value={null}
          />
        )}
        {same.map(candidate)}
      </fieldset>
      {others.length > 0 && (
        <fieldset className="hand-candidates">
          <legend className="small muted">What else is there</legend>
          {others.map(candidate)}
        </fieldset>
      )}
    </>
  );
}

function Candidate({
  group,
  selector,
  isChosen,
  facts,
  value,
  onChoose,
}: {
  group: string;
  selector: string;
  isChosen: boolean;
  facts: readonly Fact[];
  value: string | null;
  /** Left out: it is the one that is chosen. */
  onChoose?: () => void;
}) {
  return (
    <label className="hand-candidate" data-chosen={isChosen || undefined}>
      <input
        type="radio"
        className="visually-hidden"
        name={group}
        checked={isChosen}
        onChange={() => onChoose?.()}
      />
      <span className="mono tester-selector">{selector}</span>
      {value !== null && value.trim() !== '' && <span className="small ellipsis">{value.trim()}</span>}
      <span className="small hand-facts">
        {facts.map(({ text, tone }) => (
          <span key={text} data-tone={tone}>
            {text}
          </span>
        ))}
      </span>
    </label>
  );
}
