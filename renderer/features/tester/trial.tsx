import { useEffect, useEffectEvent } from 'react';
import type { CallValue } from '../../../shared/contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { useAtHand } from './at-hand.ts';
import { hereOf, pick } from './hand/take.ts';
import { MatchList } from './match-list.tsx';
import type { Destination } from './targets.ts';
import { NoAnswer, TestStatus } from './test-status.tsx';
import {
  changeTester,
  outline,
  pointAt,
  scrollToElement,
  useTester,
  type TrialLanguage,
} from './tester-store.ts';
import { UseButton } from './use-button.tsx';
import { useTest, type Test } from './use-test.ts';
import { WhyLine, WhySteps } from './why-line.tsx';

const languages: readonly { value: TrialLanguage; label: string }[] = [
  { value: 'css', label: 'CSS' },
  { value: 'xpath', label: 'XPath' },
  { value: 'json', label: 'JSONPath' },
  { value: 'text', label: 'Text' },
];
const examples = {
  css: 'h1::text',
  xpath: '//h1/text()',
  json: '$.results[*].name',
  text: 'words on the page',
} as const;

interface TrialProps {
  spiderKey: SpiderKey;
  page: string;
  subject: string;
  destination: Destination;
  onWritten: () => void;
}

/** Tries a selector while it is typed, or searches the page for a text. */
export function Trial({ spiderKey: key, page, subject, destination, onWritten }: TrialProps) {
  const { language, text } = useTester(key).trial;
  const typed = text.trim();
  const change = (next: { language?: TrialLanguage; text?: string }) =>
    changeTester(key, { trial: { language, text, ...next } });
  const { within } = destination.target;
  const selecting = typed !== '' && language !== 'text';
  const selected = useTest(
    'tester.selector',
    selecting ? { page, language, selector: typed, within } : null,
    `${subject} ${language}`,
  );
  const found = useTest(
    'tester.find',
    typed !== '' && language === 'text' ? { page, text: typed } : null,
    subject,
  );
  return (
    <section className="tester-trial" aria-label="Try a selector">
      <div className="row">
        <Select
          small
          aria-label="What is typed"
          value={language}
          options={languages}
          onChange={(next) => change({ language: next })}
        />
        <Input
          mono={language !== 'text'}
          className="grow"
          aria-label={language === 'text' ? 'Text on the page' : 'Selector'}
          placeholder={examples[language]}
          value={text}
          onChange={(event) => change({ text: event.target.value })}
        />
        {language !== 'text' && (
          <UseButton
            spiderKey={key}
            destination={destination}
            language={language}
            selector={typed}
            onWritten={onWritten}
          />
        )}
      </div>
      {within !== null && selecting && <p className="small muted">Applied to each item of the list.</p>}
      {selecting && <Selected spiderKey={key} test={selected} onFix={change} />}
      {language === 'text' && typed !== '' && <Found spiderKey={key} page={page} test={found} />}
    </section>
  );
}

function Selected({
  spiderKey: key,
  test,
  onFix,
}: {
  spiderKey: SpiderKey;
  test: Test<CallValue<'tester.selector'>>;
  /** Tries another selector. */
  onFix: (next: { language: TrialLanguage; text: string }) => void;
}) {
  const { value } = test;
  const light = useEffectEvent(() => {
    const elements = value?.nodes.elements ?? [];
    outline(key, [{ elements, style: 'match' }], { total: value?.matches ?? 0, scroll: true });
  });
  useEffect(() => light(), [value]);
  if (value === null) return <NoAnswer test={test} title="The selector could not be tried." />;
  return (
    <div className="tester-tried" aria-busy={test.running}>
      <div className="row" role="status">
        {value.problem === null ? (
          <Badge tone={value.matches === 0 ? 'danger' : 'success'}>
            {counted(value.matches, 'match', 'matches')}
          </Badge>
        ) : (
          value.empty === null && (
            <span className="tester-reason">
              {value.problem} {value.hint}
            </span>
          )
        )}
        <span className="grow" />
        <TestStatus test={test} />
      </div>
      {value.empty !== null && (
        <>
          <WhyLine
            why={value.empty}
            onFix={({ language, selector }) => onFix({ language, text: selector })}
          />
          <WhySteps why={value.empty} />
        </>
      )}
      <MatchList spiderKey={key} samples={value.samples.slice(0, 20)} total={value.matches} />
    </div>
  );
}

function Found({
  spiderKey: key,
  page,
  test,
}: {
  spiderKey: SpiderKey;
  page: string;
  test: Test<CallValue<'tester.find'>>;
}) {
  const { value } = test;
  const at = useAtHand(key);
  const places = value?.found ?? [];
  const light = useEffectEvent(() => {
    const elements = places.flatMap(({ element }) => (element === null ? [] : [element]));
    outline(key, [{ elements, style: 'match' }], { scroll: true });
  });
  useEffect(() => light(), [value]);
  if (value === null) return <NoAnswer test={test} title="The page could not be searched." />;
  if (places.length === 0) {
    return <p className="small muted">Nothing on the page contains this text.</p>;
  }
  return (
    <ol className="tester-found" aria-label="Where the text occurs">
      {places.map(({ selector, attribute, text, element }) => (
        <li key={`${selector} ${attribute}`}>
          <button
            type="button"
            disabled={element === null}
            onPointerEnter={() => element !== null && pointAt(key, [element])}
            onPointerLeave={() => pointAt(key, null)}
            onClick={() => {
              if (element === null) return;
              void pick(key, hereOf(at, page), element);
              scrollToElement(key, element);
            }}
          >
            <span className="mono small ellipsis">{selector}</span>
            <span className="small muted ellipsis">
              {attribute === null ? '' : `${attribute}: `}
              {text}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
