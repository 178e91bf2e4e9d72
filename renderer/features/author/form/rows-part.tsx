import { languageOfRows } from '../../../../shared/selectors/language.ts';
import { rowsOfOnlyList } from '../../../../shared/spider/offers.ts';
import { isObject, isSet, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Field, Select, Switch } from '../../../ui/field.tsx';
import { inTurn, setValue } from '../../../../shared/spider/json-edits.ts';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import { TextControl, TextInput } from './controls.tsx';
import { useEdits, useForm, useProblem, useValue } from './form-context.ts';
import { freeName, MapControl } from './map-control.tsx';
import { Processors } from './processors.tsx';
import { JsonInText, SourceInputs, SourceProblem } from './source-inputs.tsx';

interface CallbackProps {
  /** The path of the callback. */
  path: JsonPath;
}

/** Whether a page is one item or becomes rows. A callback whose only field is a list makes rows of its entries. */
export function ItemsChoice({ path }: CallbackProps) {
  const edits = useEdits();
  const callback = useValue(path);
  const isRows = isSet(memberOf(callback, 'iterate'));
  const iterate = [...path, 'iterate'];
  const choose = (next: 'page' | 'row') => {
    if (next === 'page') edits.remove(iterate);
    else {
      edits.change('Make rows', (text) => {
        const rows = rowsOfOnlyList(callback);
        return rows === null
          ? setValue(text, iterate, { selector: 'table tr' })
          : setValue(text, path, rows.callback);
      });
    }
  };
  return (
    <Field label="Items">
      {(ids) => (
        <Select
          {...ids}
          value={isRows ? 'row' : 'page'}
          options={[
            { value: 'page', label: 'One item for each page' },
            { value: 'row', label: 'One item for each row of a page' },
          ]}
          onChange={choose}
        />
      )}
    </Field>
  );
}

const languageNames = { css: 'CSS', xpath: 'XPath', json: 'JSON' } as const;

/** How a page becomes rows; nothing for a callback that makes one item of a page. */
export function RowsPart({ path }: CallbackProps) {
  const iterate = [...path, 'iterate'];
  const value = useValue(iterate);
  const error = useProblem(iterate);
  if (!isObject(value)) {
    return error === null ? null : <p className="ui-field-error">{error}</p>;
  }
  return (
    <>
      {error !== null && <p className="ui-field-error">{error}</p>}
      <RowSelector path={[...iterate, 'selector']} />
      {isSet(memberOf(value, 'json_path')) && (
        <TextControl
          path={[...iterate, 'json_path']}
          label="Rows in its JSON"
          mono
          help="A JSONPath, applied to the text that the selector takes."
        />
      )}
      <FollowPart callback={path} path={[...iterate, 'follow']} />
      <div className="ui-field">
        <span className="author-list-label">Values from the URL of the page</span>
        <MapControl
          path={[...iterate, 'url_context']}
          label="Values from the URL of the page"
          keyName="value"
          valueName="Pattern"
          member="regex"
          initial="/(\w+)/"
        />
        <p className="ui-field-help">
          A regular expression with one group, searched in the URL. The value is part of every row.
        </p>
      </div>
    </>
  );
}

function RowSelector({ path }: { path: JsonPath }) {
  const selector = useValue(path);
  const error = useProblem(path);
  const language = languageOfRows(typeof selector === 'string' ? selector : '');
  return (
    <Field
      label="Row"
      aside={<Badge title="The language of the selector, by its beginning">{languageNames[language]}</Badge>}
      error={error}
      help="A CSS selector. XPath begins with “/”, “./” or “(”, JSONPath with “$”."
    >
      {(ids) => <TextInput {...ids} path={path} mono empty="keep" placeholder="table.ranking tr" />}
    </Field>
  );
}

interface FollowProps {
  /** The path of the callback whose rows lead on. */
  callback: JsonPath;
  path: JsonPath;
}

/** The detail page that each row leads to: where its address comes from, and what extracts from it. */
function FollowPart({ callback, path }: FollowProps) {
  const edits = useEdits();
  const { value } = useForm();
  const follow = useValue(path);
  const error = useProblem(path);
  const own = callback.at(-1);
  const others = membersOf(memberOf(value, 'callbacks'))
    .map(([name]) => name)
    .filter((name) => name !== own);
  const begin = () =>
    edits.change('Lead rows to a page', (text) =>
      setValue(text, path, { url: { css: 'a::attr(href)' }, callback: others[0] ?? 'parse_article' }),
    );
  return (
    <div className="author-follow" data-pointer={pointerOf(path)}>
      <Switch
        label="Each row leads to a detail page"
        help="The values of the row are added to the item of that page."
        checked={isSet(follow)}
        onChange={(on) => (on ? begin() : edits.remove(path))}
      />
      {error !== null && <p className="ui-field-error">{error}</p>}
      {isObject(follow) && (
        <div className="author-nested author-follow-body">
          <FollowUrl path={[...path, 'url']} url={memberOf(follow, 'url')} />
          <FollowCallback path={[...path, 'callback']} others={others} />
        </div>
      )}
    </div>
  );
}

function FollowUrl({ path, url }: { path: JsonPath; url: unknown }) {
  const error = useProblem(path, ['get_all', 'processors', 'type', 'extract']);
  return (
    <div className="ui-field" role="group" aria-label="URL of the detail page">
      <span className="author-list-label">URL of the detail page</span>
      <div className="author-field-head">
        <SourceInputs path={path} field={url} />
      </div>
      <JsonInText path={path} field={url} />
      <SourceProblem path={path} />
      {error !== null && <p className="ui-field-error">{error}</p>}
      <Processors path={[...path, 'processors']} />
    </div>
  );
}

/** The choice of a new callback. No callback can have this name. */
const newCallback = '+';

function FollowCallback({ path, others }: { path: JsonPath; others: readonly string[] }) {
  const edits = useEdits();
  const { value } = useForm();
  const error = useProblem(path);
  const given = useValue(path);
  const chosen = typeof given === 'string' ? given : '';
  const known = [...others, 'parse_article'];
  const add = () =>
    edits.change('Add a callback', (text) => {
      const name = freeName(memberOf(value, 'callbacks'), 'parse_detail');
      return inTurn(text, [
        (now) => setValue(now, path, name),
        (now) => setValue(now, ['callbacks', name], { extract: { title: { css: 'h1::text' } } }),
      ]);
    });
  return (
    <Field label="Extract the detail page with" error={error}>
      {(ids) => (
        <Select
          {...ids}
          data-pointer={pointerOf(path)}
          value={chosen}
          options={[
            ...(known.includes(chosen) ? [] : [{ value: chosen, label: chosen }]),
            ...known.map((name) => ({
              value: name,
              label: name === 'parse_article' ? 'parse_article (built in)' : name,
            })),
            { value: newCallback, label: 'A new callback' },
          ]}
          onChange={(next) => (next === newCallback ? add() : edits.write(path, next))}
        />
      )}
    </Field>
  );
}
