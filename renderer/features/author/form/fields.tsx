import { useRef } from 'react';
import { ArrowDown, ArrowUp, ChevronRight, Ellipsis, ListTree, Plus, Trash2, Type } from 'lucide-react';
import { entriesOf, isObject, isSet, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox, Select } from '../../../ui/field.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { moveEntry, renameKey, setValue } from '../../../spider-document/json-edits.ts';
import { pointerOf, type JsonPath } from '../../../spider-document/json-path.ts';
import { TextInput } from './controls.tsx';
import { useEdits, useProblem, useProblemInside, useValue } from './form-context.ts';
import { freeName, KeyInput } from './map-control.tsx';
import { Processors } from './processors.tsx';
import { useOpen } from './use-open.ts';

/** A list of objects may hold another one, three levels deep. */
const deepest = 3;

interface FieldsProps {
  /** The path of an `extract`. */
  path: JsonPath;
  /** In how many lists of objects they stand. */
  depth: number;
  /** The fields that the caret is in, from here inwards. */
  caret: readonly string[];
}

/** The fields that are taken from a page, or from each item of a list. */
export function Fields({ path, depth, caret }: FieldsProps) {
  const extract = useValue(path);
  const edits = useEdits();
  const fields = membersOf(extract);
  const add = () =>
    edits.change('Add a field', (text) =>
      setValue(text, [...path, freeName(extract, 'field')], { css: 'h1::text' }),
    );
  return (
    <div className="author-fields">
      <ol aria-label="Fields">
        {fields.map(([name, field], index) => (
          <FieldCard
            key={index}
            extract={path}
            name={name}
            field={field}
            index={index}
            count={fields.length}
            depth={depth}
            caret={caret[0] === name ? caret : []}
          />
        ))}
      </ol>
      <Button size="small" icon={Plus} onClick={add}>
        Add a field
      </Button>
    </div>
  );
}

interface FieldCardProps {
  extract: JsonPath;
  name: string;
  field: unknown;
  index: number;
  count: number;
  depth: number;
  caret: readonly string[];
}

const isNested = (field: unknown) =>
  memberOf(field, 'type') === 'nested_list' || isObject(memberOf(field, 'extract'));

function FieldCard({ extract, name, field, index, count, depth, caret }: FieldCardProps) {
  const path = [...extract, name];
  const edits = useEdits();
  const nested = isNested(field);
  const error = useProblem(path, ['type', 'get_all', 'extract', 'processors']);
  const inner = useProblemInside([...path, 'processors']);
  const box = useRef<HTMLLIElement | null>(null);
  const [open, setOpen] = useOpen(box, nested, inner || caret.length > 0);
  const move = (to: number) => edits.change('Move a field', (text) => moveEntry(text, extract, index, to));
  const change = (next: unknown) =>
    edits.change('Change the kind of a field', (text) => setValue(text, path, next));
  return (
    <li
      ref={box}
      className="author-field"
      data-pointer={pointerOf(path)}
      data-caret={caret.length > 0 || undefined}
    >
      <div className="author-field-head">
        <button
          type="button"
          className="author-card-toggle"
          aria-expanded={open}
          aria-label={`More actions for ${name}`}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={13} aria-hidden className="author-chevron" />
        </button>
        <KeyInput path={path} label={`Name of field ${index + 1}`} className="author-field-name" />
        {nested ? <ItemSelector path={path} /> : <ValueSelector path={path} field={field} />}
        <Menu
          align="end"
          entries={[
            nested
              ? { label: 'Make it a value', icon: Type, run: () => change(asValue(field)) }
              : {
                  label: 'Make it a list of objects',
                  icon: ListTree,
                  disabled: depth >= deepest,
                  run: () => change(asList(field)),
                },
            { kind: 'separator' },
            { label: 'Move up', icon: ArrowUp, disabled: index === 0, run: () => move(index - 1) },
            {
              label: 'Move down',
              icon: ArrowDown,
              disabled: index === count - 1,
              run: () => move(index + 1),
            },
            { kind: 'separator' },
            { label: 'Remove', icon: Trash2, danger: true, run: () => edits.remove(path) },
          ]}
        >
          <IconButton label={`Actions for ${name}`} icon={Ellipsis} size="small" />
        </Menu>
      </div>
      <SelectorProblem path={path} />
      {error !== null && (
        <p className="ui-field-error author-field-rest" role="alert">
          {error}
        </p>
      )}
      {open && (
        <div className="author-field-rest">
          {nested ? (
            <div className="author-nested">
              <Fields path={[...path, 'extract']} depth={depth + 1} caret={caret.slice(1)} />
            </div>
          ) : (
            <>
              <Checkbox
                label="All matches as a list"
                checked={memberOf(field, 'get_all') === true}
                onChange={(all) =>
                  all ? edits.write([...path, 'get_all'], true) : edits.remove([...path, 'get_all'])
                }
              />
              <Processors path={[...path, 'processors']} />
            </>
          )}
        </div>
      )}
      {!open && <Summary field={field} nested={nested} />}
    </li>
  );
}

/** The processors of a closed field, in one line. */
function Summary({ field, nested }: { field: unknown; nested: boolean }) {
  const parts = nested
    ? [
        `each with ${membersOf(memberOf(field, 'extract'))
          .map(([name]) => name)
          .join(', ')}`,
      ]
    : [
        ...(memberOf(field, 'get_all') === true ? ['all matches'] : []),
        ...entriesOf(memberOf(field, 'processors')).map(processorWords),
      ];
  return parts.length === 0 ? null : (
    <p className="author-field-rest author-field-summary subtle small ellipsis">{parts.join('  →  ')}</p>
  );
}

function processorWords(processor: unknown): string {
  const words = ['type', 'pattern', 'to', 'format', 'old'].map((key) => memberOf(processor, key));
  return words.filter((word) => typeof word === 'string' && word !== '').join(' ');
}

/** What is wrong with the selector, whichever it is. */
function SelectorProblem({ path }: { path: JsonPath }) {
  const css = useProblem([...path, 'css']);
  const xpath = useProblem([...path, 'xpath']);
  const items = useProblem([...path, 'selector']);
  const error = css ?? xpath ?? items;
  return error === null ? null : (
    <p className="ui-field-error author-field-rest" role="alert">
      {error}
    </p>
  );
}

/** A list of objects made of a value: its element becomes the item. */
function asList(field: unknown): unknown {
  const css = memberOf(field, 'css');
  const selector = typeof css === 'string' ? css.replace(/::(?:text|attr\([^)]*\))\s*$/, '') : 'li';
  return { type: 'nested_list', selector, extract: { text: { css: '::text' } } };
}

function asValue(field: unknown): unknown {
  const selector = memberOf(field, 'selector');
  return { css: typeof selector === 'string' && selector !== '' ? `${selector}::text` : 'h1::text' };
}

function ValueSelector({ path, field }: { path: JsonPath; field: unknown }) {
  const edits = useEdits();
  const isXPath = isSet(memberOf(field, 'xpath')) && !isSet(memberOf(field, 'css'));
  const language = isXPath ? 'xpath' : 'css';
  const source = [...path, language];
  const error = useProblem(source);
  return (
    <>
      <Select
        small
        aria-label="Language of the selector"
        value={language}
        options={[
          { value: 'css', label: 'CSS' },
          { value: 'xpath', label: 'XPath' },
        ]}
        onChange={(next) =>
          edits.change('Change the language of a selector', (text) => renameKey(text, source, next))
        }
      />
      <TextInput
        path={source}
        mono
        empty="keep"
        aria-label={isXPath ? 'XPath expression' : 'CSS selector'}
        aria-invalid={error === null ? undefined : true}
        placeholder={isXPath ? '//h1/text()' : 'h1::text'}
      />
    </>
  );
}

function ItemSelector({ path }: { path: JsonPath }) {
  const source = [...path, 'selector'];
  const error = useProblem(source);
  return (
    <>
      <Badge title="A list of objects: one for each element that the selector matches">list</Badge>
      <TextInput
        path={source}
        mono
        empty="keep"
        aria-label="CSS selector of the items"
        aria-invalid={error === null ? undefined : true}
        placeholder="article.review"
      />
    </>
  );
}
