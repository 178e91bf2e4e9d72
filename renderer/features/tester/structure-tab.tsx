import type { CallValue } from '../../../shared/contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { count, counted } from '../../ui/format.ts';
import { PropertyList } from '../../ui/inspector-pane.tsx';
import type { Place, SpiderKey } from '../../spider-document/document.ts';
import { Part } from './part.tsx';
import { RepeatedPart } from './repeated-part.tsx';
import { writeAt } from './targets.ts';
import { NoAnswer, TestStatus } from './test-status.tsx';
import type { TabProps } from './tab-props.ts';
import { changeTester } from './tester-store.ts';
import { useTest } from './use-test.ts';
import './article-structure.css';

type Analysis = CallValue<'tester.analyze'>;

/** The structure of the page, with selectors: lists, headings, dates, authors, metadata. */
export function StructureTab({
  spiderKey: key,
  page,
  subject,
  callback,
}: TabProps & { place: Place | null }) {
  const test = useTest('tester.analyze', { page }, subject);
  const { value } = test;
  if (value === null) return <NoAnswer test={test} title="The page could not be analysed." />;
  const attempt = (selector: string, language: 'css' | 'json' = 'css') =>
    changeTester(key, { trial: { language, text: selector }, tab: 'pick', view: 'page' });
  return (
    <div className="tester-tab">
      <div className="tester-bar row">
        <span className="grow small ellipsis">{value.title ?? <span className="subtle">no title</span>}</span>
        <TestStatus test={test} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard */}
      <div className="scroll" role="region" aria-label="Page structure" tabIndex={0}>
        {value.notes.map((note) => (
          <p key={note} className="small muted tester-note">
            {note}
          </p>
        ))}
        <RepeatedPart spiderKey={key} callback={callback} analysis={value} onTry={attempt} />
        <Suggested spiderKey={key} suggested={value.suggested} onTry={attempt} />
        <Found
          title="Headings"
          entries={value.headings.map(({ level, text, selector }) => ({ word: `h${level}`, text, selector }))}
          onTry={attempt}
        />
        <Found
          title="Dates"
          entries={value.dates.map(({ text, selector, date }) => ({ word: date, text, selector }))}
          onTry={attempt}
        />
        <Found
          title="Authors"
          entries={value.authors.map(({ text, selector }) => ({ word: null, text, selector }))}
          onTry={attempt}
        />
        <Found
          title="Blocks of text"
          entries={value.containers.map(({ selector, textLength, preview }) => ({
            word: counted(textLength, 'character'),
            text: preview,
            selector,
          }))}
          onTry={attempt}
        />
        <Found
          title="Values"
          entries={(value.data?.values ?? []).map(({ name, path, sample }) => ({
            word: name,
            text: sample,
            selector: path,
          }))}
          onTry={(selector) => attempt(selector, 'json')}
        />
        {value.data === null && <AboutPage analysis={value} />}
      </div>
    </div>
  );
}

function Suggested({
  spiderKey: key,
  suggested,
  onTry,
}: {
  spiderKey: SpiderKey;
  suggested: Analysis['suggested'];
  onTry: (selector: string) => void;
}) {
  const entries = Object.entries(suggested);
  if (entries.length === 0) return null;
  return (
    <Part title="For articles: CUSTOM_SELECTORS">
      <ul>
        {entries.map(([name, selector]) => (
          <li key={name} className="tester-suggestion">
            <div className="grow">
              <p className="mono tester-selector">{selector}</p>
              <p className="small muted">{name}</p>
            </div>
            <Button size="small" variant="quiet" onClick={() => onTry(selector)}>
              Try
            </Button>
            <Button
              size="small"
              onClick={() => {
                writeAt(key, ['settings', 'CUSTOM_SELECTORS', name], selector, 'Use a selector for articles');
              }}
            >
              Use
            </Button>
          </li>
        ))}
      </ul>
    </Part>
  );
}

interface Entry {
  word: string | null;
  text: string;
  selector: string;
}

/** The most entries of a kind. */
const maxEntries = 30;

function Found({
  title,
  entries,
  onTry,
}: {
  title: string;
  entries: readonly Entry[];
  onTry: (selector: string) => void;
}) {
  if (entries.length === 0) return null;
  return (
    <Part title={title}>
      <ul className="tester-found">
        {entries.slice(0, maxEntries).map(({ word, text, selector }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same selector may find several
          <li key={`${index} ${selector}`}>
            <button type="button" title="Try this selector" onClick={() => onTry(selector)}>
              <span className="row small">
                <span className="ellipsis grow">{text}</span>
                {word !== null && <span className="muted">{word}</span>}
              </span>
              <span className="mono small subtle ellipsis">{selector}</span>
            </button>
          </li>
        ))}
      </ul>
      {entries.length > maxEntries && (
        <p className="small muted">
          The first {maxEntries} of {count(entries.length)}.
        </p>
      )}
    </Part>
  );
}

function AboutPage({ analysis: { language, links, jsonLd, meta } }: { analysis: Analysis }) {
  return (
    <Part title="Metadata of the page">
      <PropertyList
        entries={[
          ['Language', language ?? 'not specified'],
          [
            'Links',
            `${count(links.total)}${links.internal === null ? '' : `, ${count(links.internal)} of them within the site`}`,
          ],
          ...jsonLd.map(
            ({ types, fields }) => [`JSON-LD ${types.join(', ')}`, Object.keys(fields).join(', ')] as const,
          ),
          ...Object.entries(meta).map(([name, content]) => [name, content] as const),
        ]}
      />
    </Part>
  );
}
