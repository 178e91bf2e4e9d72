import { useEffect, useEffectEvent, useState } from 'react';
import { SquareMousePointer } from 'lucide-react';
import type { SelectorSuggestion } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { writeClipboard } from '../../ui/table/copy.ts';
import { removeAt } from '../author/json-edits.ts';
import { getAuthor, replaceText, writeValue, type Place, type SpiderKey } from '../author/author-state.ts';
import { fieldPath } from '../author/place.ts';
import { changeTester, outline, useTester } from './tester-store.ts';
import { useSettled } from './use-settled.ts';
import { WhyNothing } from './why-nothing.tsx';

interface PickTabProps {
  spiderKey: SpiderKey;
  page: string;
  place: Place | null;
}

/** A selector tried by hand, and selectors for an element that was picked on the page. */
export function PickTab({ spiderKey: key, page, place }: PickTabProps) {
  const { picked, picking } = useTester(key);
  return (
    <div className="tester-pick scroll">
      <TrySelector spiderKey={key} page={page} place={place} />
      {picked !== null && picked.page === page ? (
        <Suggestions spiderKey={key} page={page} element={picked.element} place={place} />
      ) : (
        <EmptyState
          icon={SquareMousePointer}
          title="Point at what you want"
          command="page.pick"
          actions={
            <Button variant="primary" disabled={picking} onClick={() => changeTester(key, { picking: true })}>
              {picking ? 'Click it on the page' : 'Pick an element'}
            </Button>
          }
        >
          Selectors for it are suggested here, each with what it matches; one click writes it into the field
          that the caret is in.
        </EmptyState>
      )}
    </div>
  );
}

type Language = 'css' | 'xpath';

function TrySelector({ spiderKey: key, page, place }: PickTabProps) {
  const [language, setLanguage] = useState<Language>('css');
  const [text, setText] = useState('');
  const selector = useSettled(text.trim(), 60);
  const { value, error } = useCall('tester.selector', selector === '' ? null : { page, language, selector });
  const shown = selector === '' ? null : value;
  const light = useEffectEvent(() => {
    if (selector !== '') outline(key, [{ elements: shown?.nodes.elements ?? [], style: 'match' }], true);
  });
  useEffect(() => light(), [shown]);
  return (
    <section className="tester-try" aria-label="Try a selector">
      <div className="row">
        <Select
          small
          aria-label="Language"
          value={language}
          options={[
            { value: 'css', label: 'CSS' },
            { value: 'xpath', label: 'XPath' },
          ]}
          onChange={setLanguage}
        />
        <Input
          mono
          aria-label="Selector"
          placeholder={language === 'css' ? 'h1::text' : '//h1/text()'}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <UseButton spiderKey={key} place={place} language={language} selector={selector} />
      </div>
      {error !== null && selector !== '' && (
        <ErrorState error={error} title="The selector could not be tried." />
      )}
      {shown !== null && (
        <div className="tester-tried" role="status">
          {shown.problem === null ? (
            <Badge tone={shown.matches === 0 ? 'danger' : 'success'}>
              {counted(shown.matches, 'match', 'matches')}
            </Badge>
          ) : (
            <p className="tester-problem">
              {shown.problem} {shown.hint}
            </p>
          )}
          {shown.empty !== null && <WhyNothing empty={shown.empty} />}
          <ol className="tester-matches">
            {shown.samples.slice(0, 20).map((match, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- matches have no other name
              <li key={index} className="ellipsis small" title={match.value}>
                {match.text === '' ? match.value : match.text}
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

function Suggestions({ spiderKey: key, page, element, place }: PickTabProps & { element: number }) {
  const { value, error } = useCall('tester.suggest', { page, element });
  const light = useEffectEvent(() => outline(key, [{ elements: [element], style: 'picked' }]));
  useEffect(() => light(), [element]);
  if (error !== null && value === null)
    return <ErrorState error={error} title="The element could not be read." />;
  if (value === null) return null;
  const { ancestors, tag, text } = value.element;
  return (
    <section className="tester-suggestions" aria-label="The picked element">
      <nav className="tester-ancestors" aria-label="What it stands in">
        {ancestors.slice(-6).map((each) => (
          <button
            key={each.element}
            type="button"
            className="mono small"
            onClick={() => changeTester(key, { picked: { page, element: each.element } })}
          >
            {each.label}
          </button>
        ))}
        <span className="mono small">{tag}</span>
      </nav>
      <p className="ellipsis muted small">{text}</p>
      <ul>
        {value.suggestions.map((each) => (
          <SuggestionRow
            key={`${each.language} ${each.selector}`}
            spiderKey={key}
            place={place}
            suggestion={each}
          />
        ))}
      </ul>
    </section>
  );
}

function SuggestionRow({
  spiderKey: key,
  place,
  suggestion: { language, selector, matches, value, why, kind },
}: {
  spiderKey: SpiderKey;
  place: Place | null;
  suggestion: SelectorSuggestion;
}) {
  return (
    <li className="tester-suggestion">
      <div className="grow">
        <p className="mono">{selector}</p>
        <p className="small muted">
          {why} · {kind} · {counted(matches, 'match', 'matches')}
        </p>
        {value !== null && <p className="small ellipsis">{value}</p>}
      </div>
      <UseButton spiderKey={key} place={place} language={language} selector={selector} />
    </li>
  );
}

/** Writes a selector into the field under the caret, or copies it where the caret is in none. */
function UseButton({
  spiderKey: key,
  place,
  language,
  selector,
}: {
  spiderKey: SpiderKey;
  place: Place | null;
  language: Language;
  selector: string;
}) {
  const field = place?.kind === 'callback' && place.field.length > 0 ? place : null;
  if (field === null) {
    return (
      <Button
        size="small"
        disabled={selector === ''}
        title="Put the caret into a field of a callback to write it there"
        onClick={() => void copy(selector)}
      >
        Copy
      </Button>
    );
  }
  return (
    <Button
      size="small"
      disabled={selector === ''}
      onClick={() => writeSelector(key, field.callback, field.field, language, selector)}
    >
      Use for {field.field.join('.')}
    </Button>
  );
}

async function copy(selector: string): Promise<void> {
  await writeClipboard(selector);
  toast.success('The selector was copied');
}

/** The other language goes: a field has one selector. */
function writeSelector(
  key: SpiderKey,
  callback: string,
  field: readonly string[],
  language: Language,
  selector: string,
): void {
  const path = fieldPath(callback, [...field]);
  const label = 'Use a selector';
  if (!writeValue(key, [...path, language], selector, label)) {
    toast.warning('The selector was not written', {
      message: 'The text of the spider is broken at this field.',
    });
    return;
  }
  const text = getAuthor(key)?.text ?? '';
  const edits = removeAt(text, [...path, language === 'css' ? 'xpath' : 'css']);
  if (edits !== null) replaceText(key, edits, label);
}
