import { useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { GripVertical } from 'lucide-react';
import type { RowForm } from '../../../shared/export-formats.ts';
import { Checkbox, Input, Select } from '../../ui/field.tsx';
import {
  choose,
  nestedWays,
  placeColumn,
  separate,
  separatorOf,
  toggleColumn,
  wayOf,
  type ExportChoices,
} from './export-choices.ts';
import type { ExportedField } from './export-fields.ts';

interface FieldListProps {
  fields: readonly ExportedField[];
  /** The columns as they are written, by field. */
  columns: readonly string[];
  /** The first item as it is, by field. */
  item: Readonly<Record<string, unknown>>;
  format: RowForm;
  choices: ExportChoices;
  onChoices: (choices: ExportChoices) => void;
}

/** The first item as it is, what becomes of each field, and what can be chosen for it: whether and where it is, and how. */
export function FieldList({ fields, columns, item, format, choices, onChoices }: FieldListProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const place = (name: string, at: number): void => {
    const next = placeColumn(columns, name, at);
    setSaid(`${name} is column ${next.indexOf(name) + 1} of ${next.length}.`);
    onChoices({ ...choices, columns: next });
  };
  // A row that is put elsewhere loses the focus: it gets it back before the next key is pressed.
  const moved = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    moved.current?.focus();
    moved.current = null;
  });
  const move = (name: string, by: number, at: HTMLElement): void => {
    moved.current = at;
    place(name, columns.indexOf(name) + by);
  };
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">The first item</th>
            <th scope="col">{format === 'table' ? 'In the table' : 'In the file'}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr
              key={field.name}
              data-out={!field.isIn || undefined}
              data-dragged={dragged === field.name || undefined}
              onKeyDown={(event) =>
                pressInRow(event, field.isIn ? (by, at) => move(field.name, by, at) : null)
              }
              onDragOver={(event: DragEvent) => {
                if (dragged !== null && field.isIn) event.preventDefault();
              }}
              onDrop={(event: DragEvent) => {
                event.preventDefault();
                if (dragged !== null) place(dragged, columns.indexOf(field.name));
                setDragged(null);
              }}
            >
              <th scope="row">
                <div className="export-field">
                  <Handle name={field.name} isIn={field.isIn} onDrag={setDragged} />
                  <Checkbox
                    label={<span className="mono">{field.name}</span>}
                    checked={field.isIn}
                    onChange={(isIn) =>
                      onChoices({ ...choices, columns: toggleColumn(columns, field.name, isIn) })
                    }
                  />
                </div>
              </th>
              <td>
                <Value value={item[field.name]} />
              </td>
              <td>
                <Outcome field={field} format={format} choices={choices} onChoices={onChoices} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

interface HandleProps {
  name: string;
  isIn: boolean;
  onDrag: (name: string | null) => void;
}

/** Takes a column to another place by the mouse; the keyboard does it from its row. */
const Handle = ({ name, isIn, onDrag }: HandleProps) => (
  <span
    className="export-handle"
    aria-hidden
    title="Drag, or press Alt and an arrow key"
    data-idle={!isIn || undefined}
    draggable={isIn}
    onDragStart={(event: DragEvent) => {
      event.dataTransfer.setData('text/plain', name);
      onDrag(name);
    }}
    onDragEnd={() => onDrag(null)}
  >
    <GripVertical size={13} />
  </span>
);

/** Moves a column by a number of places; `at` has the focus. */
type Move = (by: number, at: HTMLElement) => void;

/** Goes from row to row by the arrow keys, and moves the column of a row with Alt. */
function pressInRow(event: KeyboardEvent<HTMLElement>, onMove: Move | null): void {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  const { target, currentTarget } = event;
  if (by === 0 || !(target instanceof HTMLElement) || target.getAttribute('role') !== 'checkbox') return;
  event.preventDefault();
  if (event.altKey) {
    onMove?.(by, target);
    return;
  }
  const next = by === -1 ? currentTarget.previousElementSibling : currentTarget.nextElementSibling;
  next?.querySelector<HTMLElement>('[role="checkbox"]')?.focus();
}

/** The most characters of a value that are shown. */
const shownLength = 240;

const textOfScalar = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function Value({ value }: { value: unknown }) {
  if (value === undefined || value === null || value === '')
    return <span className="subtle">{value === '' ? 'empty' : 'none'}</span>;
  const isNested = typeof value === 'object';
  const text = isNested ? JSON.stringify(value, null, 1).replaceAll(/\n\s*/gu, ' ') : textOfScalar(value);
  const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
  return (
    <span className={isNested ? 'mono export-value' : 'export-value'} title={text.slice(0, 2000)}>
      {shown}
    </span>
  );
}

type OutcomeProps = Pick<FieldListProps, 'format' | 'choices' | 'onChoices'> & { field: ExportedField };

/** What becomes of a field, and the ways that can be chosen for the nested values in it. */
function Outcome({ field: { name, isIn, changes, nested }, format, choices, onChoices }: OutcomeProps) {
  return (
    <>
      {nested.map(({ path, kind }) => (
        <div key={path} className="export-way">
          {path !== name && <span className="mono small export-path">{path}</span>}
          <Select
            small
            aria-label={`How ${path} is written`}
            value={wayOf(choices, path)}
            options={nestedWays(kind, format)}
            onChange={(way) => onChoices(choose(choices, path, way))}
          />
          {wayOf(choices, path) === 'join' && (
            <Separator
              path={path}
              separator={separatorOf(choices, path)}
              onChange={(separator) => onChoices(separate(choices, path, separator))}
            />
          )}
        </div>
      ))}
      {changes.length === 0 ? (
        <span className="subtle">{isIn ? 'as it is' : 'left out'}</span>
      ) : (
        changes.map((change) => <div key={change}>{change}</div>)
      )}
    </>
  );
}

interface SeparatorProps {
  path: string;
  separator: string;
  onChange: (separator: string) => void;
}

/** What stands between joined entries. While it is being typed it may be empty. */
function Separator({ path, separator, onChange }: SeparatorProps) {
  const [text, setText] = useState(separator);
  return (
    <Input
      mono
      className="export-separator"
      aria-label={`Between the entries of ${path}`}
      maxLength={20}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(target.value);
      }}
    />
  );
}
