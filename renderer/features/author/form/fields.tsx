import { useRef } from 'react';
import { ArrowDown, ArrowUp, ChevronRight, Ellipsis, ListTree, Plus, Trash2, Type } from 'lucide-react';
import { entriesOf, isObject, memberOf, membersOf } from '../../../../shared/spider/plain.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { moveEntry, setValue } from '../../../../shared/spider/json-edits.ts';
import { pointerOf, type JsonPath } from '../../../../shared/spider/json-path.ts';
import { takenBy } from './field-source.ts';
import { useEdits, useProblem, useProblemInside, useValue } from './form-context.ts';
import { freeName, KeyInput } from './map-control.tsx';
import { OfferButton, OfferLine } from './offer-part.tsx';
import { Processors } from './processors.tsx';
import {
  EntriesAsHtml,
  EntrySelector,
  JsonInText,
  SourceInputs,
  SourceProblem,
  TakenInput,
} from './source-inputs.tsx';
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
  const error = useProblem(path, ['type', 'get_all', 'to_text', 'to_markdown', 'extract', 'processors']);
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
        {nested ? <EntrySelector path={path} field={field} /> : <SourceInputs path={path} field={field} />}
        {!open && <OfferButton path={path} />}
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
      {!nested && <JsonInText path={path} field={field} />}
      <SourceProblem path={path} />
      {error !== null && (
        <p className="ui-field-error author-field-rest" role="alert">
          {error}
        </p>
      )}
      {open && (
        <div className="author-field-rest">
          <OfferLine path={path} />
          {nested ? (
            <>
              <EntriesAsHtml path={path} field={field} />
              <div className="author-nested">
                <Fields path={[...path, 'extract']} depth={depth + 1} caret={caret.slice(1)} />
              </div>
            </>
          ) : (
            <>
              <Checkbox
                label="All matches as a list"
                checked={memberOf(field, 'get_all') === true}
                onChange={(all) =>
                  all ? edits.write([...path, 'get_all'], true) : edits.remove([...path, 'get_all'])
                }
              />
              <TakenInput path={path} field={field} />
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
  const taken = takenBy(field);
  const parts = nested
    ? [
        `each with ${membersOf(memberOf(field, 'extract'))
          .map(([name]) => name)
          .join(', ')}`,
      ]
    : [
        ...(memberOf(field, 'get_all') === true ? ['all matches'] : []),
        ...(taken === 'selected' ? [] : [taken]),
        ...entriesOf(memberOf(field, 'processors')).map(processorWords),
      ];
  return parts.length === 0 ? null : (
    <p className="author-field-rest author-field-summary subtle small ellipsis">{parts.join('  →  ')}</p>
  );
}

function processorWords(processor: unknown): string {
  const words = ['type', 'pattern', 'to', 'format', 'order', 'decimal', 'old'].map((key) =>
    memberOf(processor, key),
  );
  return words.filter((word) => typeof word === 'string' && word !== '').join(' ');
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
