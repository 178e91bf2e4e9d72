import { Plus, Trash2 } from 'lucide-react';
import { placeholdersOf } from '../../../../shared/spider/generated-urls.ts';
import { entriesOf, isSet, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { counted } from '../../../ui/format.ts';
import { inTurn, insertItem, removeAt, setValue } from '../../../../shared/spider/json-edits.ts';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import { NumberInput, TextControl, TextInput } from './controls.tsx';
import { useEdits, useForm, useProblem, useValue } from './form-context.ts';
import { previewOf } from './generated-preview.ts';
import { GeneratedForm } from './generated-form.tsx';
import { ListControl } from './list-control.tsx';
import { Parameter } from './parameter.tsx';

const place = ['settings', 'GENERATED_URLS'];

/** Start URLs that are made from templates: numbers, dates or listed values in place of names in braces. */
export function GeneratedUrls() {
  const value = useValue(place);
  const edits = useEdits();
  const error = useProblem(place);
  const entries = entriesOf(value);
  const add = () =>
    edits.change('Generate URLs', (text) =>
      insertItem(text, place, entries.length, {
        template: `${firstStartUrl(text)}?page={page}`,
        vars: { page: newVariable('range') },
      }),
    );
  return (
    <div
      className="author-generated"
      role="group"
      aria-label="Generated URLs"
      data-pointer={pointerOf(place)}
    >
      {entries.map((entry, index) => (
        <GeneratedEntry key={index} entry={entry} index={index} count={entries.length} />
      ))}
      {error !== null && (
        <p className="ui-field-error" role="alert">
          {error}
        </p>
      )}
      <Button size="small" variant="quiet" icon={Plus} onClick={add}>
        Add a template
      </Button>
    </div>
  );
}

/** The first start URL up to its query, for a new template. */
function firstStartUrl(text: string): string {
  const written = /"start_urls"\s*:\s*\[\s*"(https?:[^"?#\\]*)/.exec(text)?.[1];
  return written ?? 'https://example.org/';
}

interface EntryProps {
  entry: unknown;
  index: number;
  count: number;
}

function GeneratedEntry({ entry, index, count }: EntryProps) {
  const path = [...place, index];
  const edits = useEdits();
  const error = useProblem(path, ['vars', 'method']);
  const template = memberOf(entry, 'template');
  const vars = memberOf(entry, 'vars');
  const texts = [template, ...membersOf(memberOf(entry, 'formdata')).map(([, value]) => value)];
  const wanted = [
    ...new Set(texts.flatMap((text) => (typeof text === 'string' ? [...placeholdersOf(text)] : []))),
  ];
  const names = [...new Set([...wanted, ...membersOf(vars).map(([name]) => name)])];
  const remove = () =>
    edits.change('Remove a template', (text) => removeAt(text, count === 1 ? place : path));
  return (
    <div className="author-generated-entry" role="group" aria-label={`Template ${index + 1}`}>
      <div className="author-generated-head">
        <TextControl path={[...path, 'template']} label="Template" mono required />
        <IconButton label={`Remove template ${index + 1}`} icon={Trash2} size="small" onClick={remove} />
      </div>
      {names.map((name) => (
        <Variable key={name} path={[...path, 'vars', name]} name={name} isUsed={wanted.includes(name)} />
      ))}
      {names.length === 0 && (
        <p className="subtle small">Write a name in braces where the URLs differ, for example {'{page}'}.</p>
      )}
      <GeneratedForm path={path} entry={entry} />
      <PagesOf path={path} entry={entry} />
      {error !== null && <p className="ui-field-error">{error}</p>}
      <Preview entry={entry} />
    </div>
  );
}

function Preview({ entry }: { entry: unknown }) {
  const preview = previewOf(entry);
  if (preview === null) return null;
  const { count, first, last } = preview;
  return (
    <p className="small muted author-generated-preview" role="status">
      <span className="strong">{counted(count, 'URL')}</span>: <span className="mono">{first}</span>
      {count > 1 && (
        <>
          {' to '}
          <span className="mono">{last}</span>
        </>
      )}
    </p>
  );
}

const variableTypes = [
  { value: 'range', label: 'Numbers' },
  { value: 'date', label: 'Dates' },
  { value: 'list', label: 'List' },
] as const;

/** What a variable begins with. */
function newVariable(type: string): Record<string, unknown> {
  if (type === 'list') return { type, values: [''] };
  if (type !== 'date') return { type: 'range', from: 1, to: 10 };
  const year = new Date().getUTCFullYear();
  return { type, from: `${year}-01-01`, to: `${year}-12-31` };
}

interface VariableProps {
  path: JsonPath;
  name: string;
  /** Whether the template has a place for it. */
  isUsed: boolean;
}

/** The values of a name in braces. */
function Variable({ path, name, isUsed }: VariableProps) {
  const edits = useEdits();
  const value = useValue(path);
  const error = useProblem(path, ['type', 'from', 'to', 'step', 'format', 'step_days']);
  const type = memberOf(value, 'type');
  const chosen = typeof type === 'string' ? type : '';
  const isKnown = variableTypes.some((each) => each.value === chosen);
  return (
    <div
      className="author-variable"
      role="group"
      aria-label={`Values of ${name}`}
      data-pointer={pointerOf(path)}
    >
      <span className="mono strong">{`{${name}}`}</span>
      <Select
        small
        aria-label={`Kind of values of ${name}`}
        value={chosen}
        options={[
          ...(isKnown ? [] : [{ value: chosen, label: chosen === '' ? 'Choose' : chosen }]),
          ...variableTypes,
        ]}
        onChange={(next) =>
          edits.change('Change the values', (text) => setValue(text, path, newVariable(next)))
        }
      />
      {chosen === 'range' && <RangeInputs path={path} name={name} />}
      {chosen === 'date' && <DateInputs path={path} name={name} />}
      {!isUsed && (
        <IconButton label={`Remove ${name}`} icon={Trash2} size="small" onClick={() => edits.remove(path)} />
      )}
      {chosen === 'list' && (
        <div className="author-variable-list">
          <ListControl path={[...path, 'values']} label={`Values of ${name}`} entry="value" mono required />
        </div>
      )}
      {error !== null && <p className="ui-field-error author-variable-list">{error}</p>}
    </div>
  );
}

function RangeInputs({ path, name }: { path: JsonPath; name: string }) {
  return (
    <>
      <Parameter label="from">
        <NumberInput aria-label={`First ${name}`} path={[...path, 'from']} />
      </Parameter>
      <Parameter label="to">
        <NumberInput aria-label={`Last ${name}`} path={[...path, 'to']} />
      </Parameter>
      <Parameter label="step">
        <NumberInput aria-label={`Step of ${name}`} path={[...path, 'step']} min={1} placeholder="1" />
      </Parameter>
    </>
  );
}

function DateInputs({ path, name }: { path: JsonPath; name: string }) {
  return (
    <>
      <Parameter label="from">
        <TextInput
          aria-label={`First ${name}`}
          path={[...path, 'from']}
          mono
          empty="keep"
          placeholder="2026-01-31"
        />
      </Parameter>
      <Parameter label="to">
        <TextInput
          aria-label={`Last ${name}`}
          path={[...path, 'to']}
          mono
          empty="keep"
          placeholder="2026-12-31"
        />
      </Parameter>
      <Parameter label="format">
        <TextInput
          aria-label={`Format of ${name}`}
          path={[...path, 'format']}
          mono
          empty="remove"
          placeholder="%Y-%m-%d"
        />
      </Parameter>
      <Parameter label="days">
        <NumberInput
          aria-label={`Days between ${name}`}
          path={[...path, 'step_days']}
          min={1}
          placeholder="1"
        />
      </Parameter>
    </>
  );
}

/** The choice of pages whose links go through the rules. No callback can have this name. */
const onlyLinks = '+links';

/** What is done with the pages of a template. */
function PagesOf({ path, entry }: { path: JsonPath; entry: unknown }) {
  const edits = useEdits();
  const { value } = useForm();
  const callback = [...path, 'callback'];
  const error = useProblem(callback, []);
  const given = memberOf(entry, 'callback');
  const isFollowed = memberOf(entry, 'follow') === true;
  const chosen = isFollowed ? onlyLinks : typeof given === 'string' ? given : 'parse_article';
  const defined = membersOf(memberOf(value, 'callbacks')).map(([name]) => name);
  const choose = (next: string) =>
    edits.change('Change what is done with the pages', (text) => {
      const isSetIn = (key: string) => isSet(memberOf(entry, key));
      const without = (key: string) => (now: string) => removeAt(now, [...path, key]);
      return inTurn(text, [
        ...(isSetIn('follow') && next !== onlyLinks ? [without('follow')] : []),
        ...(isSetIn('callback') && (next === onlyLinks || next === 'parse_article')
          ? [without('callback')]
          : []),
        (now) =>
          next === onlyLinks
            ? setValue(now, [...path, 'follow'], true)
            : next === 'parse_article'
              ? []
              : setValue(now, callback, next),
      ]);
    });
  return (
    <Field label="Pages" error={error}>
      {(ids) => (
        <Select
          {...ids}
          data-pointer={pointerOf(callback)}
          value={chosen}
          options={[
            ...[...new Set([...defined, 'parse_article', ...(isFollowed ? [] : [chosen])])].map((name) => ({
              value: name,
              label:
                name === 'parse_article' ? 'Extract with parse_article (built in)' : `Extract with ${name}`,
            })),
            { value: onlyLinks, label: 'Links only, by the rules' },
          ]}
          onChange={choose}
        />
      )}
    </Field>
  );
}
