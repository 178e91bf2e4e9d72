import { useEffect, useEffectEvent } from 'react';
import type { PageElement, SelectorSuggestion } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/format.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import type { Destination } from './targets.ts';
import { NoAnswer, TestStatus } from './test-status.tsx';
import { changeTester, outline, pointAt } from './tester-store.ts';
import { UseButton } from './use-button.tsx';
import { useTest } from './use-test.ts';

interface SuggestionsProps {
  spiderKey: SpiderKey;
  page: string;
  subject: string;
  element: number;
  destination: Destination;
  /** Called with words that may name a field for this element. */
  onElement: (words: readonly string[]) => void;
  onWritten: () => void;
}

/** The most ancestors; the nearest are shown. */
const maxAncestors = 6;

/** The element that was picked, what it stands in, and selectors for it. */
export function Suggestions(props: SuggestionsProps) {
  const { spiderKey: key, page, subject, element, destination, onElement, onWritten } = props;
  const { within } = destination.target;
  const test = useTest('tester.suggest', { page, element, within }, `${subject} ${element}`);
  const { value } = test;
  const light = useEffectEvent(() => {
    outline(key, [{ elements: [element], style: 'picked' }], { scroll: true });
  });
  useEffect(() => light(), [element]);
  const tell = useEffectEvent(() => {
    if (value !== null) onElement(wordsOf(value.element));
  });
  useEffect(() => tell(), [value]);
  if (value === null) return <NoAnswer test={test} title="The element could not be read." />;
  const { ancestors, text } = value.element;
  return (
    <section className="tester-suggestions" aria-label="The picked element">
      <div className="row">
        <nav className="tester-ancestors" aria-label="Its ancestors">
          {ancestors.slice(-maxAncestors).map((each) => (
            <button
              key={each.element}
              type="button"
              className="mono small"
              aria-current={each.element === element || undefined}
              onPointerEnter={() => pointAt(key, [each.element])}
              onPointerLeave={() => pointAt(key, null)}
              onClick={() => changeTester(key, { picked: { page, element: each.element } })}
            >
              {each.label}
            </button>
          ))}
        </nav>
        <span className="grow" />
        <TestStatus test={test} />
      </div>
      {text !== '' && <p className="ellipsis muted small">{text}</p>}
      {value.suggestions.length === 0 && (
        <p className="small muted">
          No selector matches it there, because it is outside the items of the list. Choose another target
          above.
        </p>
      )}
      <ul>
        {value.suggestions.map((each) => (
          <Suggestion
            key={`${each.language} ${each.selector}`}
            spiderKey={key}
            destination={destination}
            suggestion={each}
            onWritten={onWritten}
          />
        ))}
      </ul>
    </section>
  );
}

function Suggestion({
  spiderKey: key,
  destination,
  suggestion: { language, selector, matches, value, why },
  onWritten,
}: {
  spiderKey: SpiderKey;
  destination: Destination;
  suggestion: SelectorSuggestion;
  onWritten: () => void;
}) {
  return (
    <li className="tester-suggestion">
      <div className="grow">
        <p className="mono tester-selector">{selector}</p>
        {value !== null && <p className="small tester-gives">{value}</p>}
        <p className="row small muted">
          <Badge tone={matches === 1 ? 'neutral' : 'info'}>{counted(matches, 'match', 'matches')}</Badge>{' '}
          {why}
        </p>
      </div>
      <Button
        size="small"
        variant="quiet"
        onClick={() => changeTester(key, { trial: { language, text: selector } })}
      >
        Try
      </Button>
      <UseButton
        spiderKey={key}
        destination={destination}
        language={language}
        selector={selector}
        onWritten={onWritten}
      />
    </li>
  );
}

/** Names for the element: its ids and classes, then those of its nearest ancestors, then its tag. */
function wordsOf({ tag, attributes, ancestors }: PageElement): string[] {
  const of = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value ?? '';
  const around = ancestors
    .slice(-3, -1)
    .toReversed()
    .flatMap(({ label }) => label.split(/[.#]/u).slice(1));
  const kinds: Readonly<Record<string, string>> = {
    a: 'link',
    img: 'image',
    time: 'date',
    h1: 'title',
    h2: 'title',
    h3: 'title',
  };
  return [of('itemprop'), ...of('class').split(/\s+/u), of('id'), kinds[tag] ?? '', ...around, tag];
}
