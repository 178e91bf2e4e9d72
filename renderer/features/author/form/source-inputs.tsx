import { isSet, memberOf } from '../../../../shared/spider/plain.ts';
import { languageOfEntries } from '../../../../shared/selectors/language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classes } from '../../../ui/classes.ts';
import { Checkbox, Select } from '../../../ui/field.tsx';
import type { JsonPath } from '../../../../shared/spider/json-path.ts';
import { TextInput } from './controls.tsx';
import {
  changeSource,
  changeTaken,
  sourceOf,
  takenBy,
  type FieldSource,
  type Taken,
} from './field-source.ts';
import { useEdits, useProblem } from './form-context.ts';

const sourceLabels = [
  { value: 'css', label: 'CSS' },
  { value: 'xpath', label: 'XPath' },
  { value: 'json', label: 'JSON' },
  { value: 'json-in-css', label: 'JSON in CSS' },
  { value: 'json-in-xpath', label: 'JSON in XPath' },
] as const satisfies readonly { value: FieldSource; label: string }[];

const sourceTitles: Readonly<Record<FieldSource, string>> = {
  css: 'A CSS selector',
  xpath: 'An XPath expression',
  json: 'A JSONPath of a JSON page',
  'json-in-css': 'A JSONPath of the JSON in the text that a CSS selector matches',
  'json-in-xpath': 'A JSONPath of the JSON in the text that an XPath expression matches',
};

interface SourceProps {
  /** The path of the field. */
  path: JsonPath;
  field: unknown;
}

/** Where the value of a field comes from, in a line: the language, and what is selected. */
export function SourceInputs({ path, field }: SourceProps) {
  const edits = useEdits();
  const source = sourceOf(field);
  return (
    <>
      <Select
        small
        aria-label="Language of the selector"
        title={sourceTitles[source]}
        className={classes('author-source', source.startsWith('json-in') && 'author-source-json')}
        value={source}
        options={sourceLabels}
        onChange={(next) =>
          edits.change('Change the language of a selector', (text) => changeSource(text, path, field, next))
        }
      />
      {source === 'json' ? (
        <PathInput path={path} />
      ) : (
        <SelectorInput path={path} isXPath={source === 'xpath' || source === 'json-in-xpath'} />
      )}
    </>
  );
}

function SelectorInput({ path, isXPath }: { path: JsonPath; isXPath: boolean }) {
  const place = [...path, isXPath ? 'xpath' : 'css'];
  const error = useProblem(place);
  return (
    <TextInput
      path={place}
      mono
      empty="keep"
      aria-label={isXPath ? 'XPath expression' : 'CSS selector'}
      aria-invalid={error === null ? undefined : true}
      placeholder={isXPath ? '//h1/text()' : 'h1::text'}
    />
  );
}

function PathInput({ path }: { path: JsonPath }) {
  const place = [...path, 'json_path'];
  const error = useProblem(place);
  return (
    <TextInput
      path={place}
      mono
      empty="keep"
      aria-label="JSONPath"
      aria-invalid={error === null ? undefined : true}
      placeholder="$.results[*].name"
    />
  );
}

/** The second line of JSON in HTML: the path in the JSON of the matched text. Nothing for other sources. */
export function JsonInText({ path, field }: SourceProps) {
  const source = sourceOf(field);
  if (source !== 'json-in-css' && source !== 'json-in-xpath') return null;
  return (
    <div className="author-field-rest author-json-in-text">
      <span className="subtle small">JSONPath</span>
      <PathInput path={path} />
    </div>
  );
}

/** What is wrong with where a field comes from, whichever key it is. */
export function SourceProblem({ path }: { path: JsonPath }) {
  const css = useProblem([...path, 'css']);
  const xpath = useProblem([...path, 'xpath']);
  const json = useProblem([...path, 'json_path']);
  const entries = useProblem([...path, 'selector']);
  const error = css ?? xpath ?? json ?? entries;
  return error === null ? null : (
    <p className="ui-field-error author-field-rest" role="alert">
      {error}
    </p>
  );
}

const takenLabels = [
  { value: 'selected', label: 'What the selector selects' },
  { value: 'text', label: 'Text of the element' },
  { value: 'markdown', label: 'Markdown of the element' },
] as const satisfies readonly { value: Taken; label: string }[];

/** Whether a field takes markup, text or Markdown of its element. Nothing for JSON, which has no elements. */
export function TakenInput({ path, field }: SourceProps) {
  const edits = useEdits();
  const taken = takenBy(field);
  if (sourceOf(field) === 'json' && taken === 'selected') return null;
  return (
    <div className="author-taken">
      <span className="subtle small">Value</span>
      <Select
        small
        aria-label="What the field takes"
        value={taken}
        options={takenLabels}
        onChange={(next) =>
          edits.change('Change what a field takes', (text) => changeTaken(text, path, field, next))
        }
      />
    </div>
  );
}

/** The selector of the entries of a list of objects. */
export function EntrySelector({ path, field }: SourceProps) {
  const source = [...path, 'selector'];
  const error = useProblem(source);
  const selector = memberOf(field, 'selector');
  const isJson = typeof selector === 'string' && languageOfEntries(selector) === 'json';
  return (
    <>
      <Badge
        title={
          isJson
            ? 'A list of objects: one for each JSON value that the path selects'
            : 'A list of objects: one for each element that the selector matches'
        }
      >
        {isJson ? 'JSON list' : 'list'}
      </Badge>
      <TextInput
        path={source}
        mono
        empty="keep"
        aria-label={isJson ? 'JSONPath of the entries' : 'CSS selector of the entries'}
        aria-invalid={error === null ? undefined : true}
        placeholder="article.review"
      />
    </>
  );
}

/** Whether JSON texts that are selected are read as HTML. Shown where entries come from JSON. */
export function EntriesAsHtml({ path, field }: SourceProps) {
  const edits = useEdits();
  const selector = memberOf(field, 'selector');
  const isHtml = isSet(memberOf(field, 'as'));
  const place = [...path, 'as'];
  const error = useProblem(place);
  if (!isHtml && !(typeof selector === 'string' && languageOfEntries(selector) === 'json')) return null;
  return (
    <>
      <Checkbox
        label="Read each entry as HTML"
        help="For JSON that holds markup: the fields select from it with CSS or XPath."
        checked={isHtml}
        onChange={(on) => (on ? edits.write(place, 'html') : edits.remove(place))}
      />
      {error !== null && <p className="ui-field-error">{error}</p>}
    </>
  );
}
