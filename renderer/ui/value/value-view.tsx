import { useState } from 'react';
import { isFileField, isFileValue, isOpenFile } from '../../../shared/file-value.ts';
import type { JsonValue } from '../../../shared/json-value.ts';
import { Button } from '../button.tsx';
import { count } from '../format.ts';
import { addressOf, isPicture, picturePath } from './address.ts';
import { MissingFile, StoredFile } from './stored-file.tsx';
import { WebLink } from './web-link.tsx';
import './value.css';

type Fields = Readonly<Record<string, JsonValue>>;

/** What is shown at first; a value may have megabytes. */
const shownRows = 20;
const shownColumns = 12;
const shownCharacters = 600;
/** Deeper values are shown as JSON. */
const maxDepth = 3;

/** See `ValueView`. */
export interface ValueViewProps {
  /** The name of the field that holds the value. */
  name: string;
  value: JsonValue;
  /** The address of the page that it comes from, for pictures that are named by a path; null: unknown. */
  base?: string | null;
  /** How many values it is nested in. */
  depth?: number;
}

/** A value as a person reads it: lists of records are tables, addresses are links, texts are not cut off without saying so. */
export function ValueView({ name, value, base = null, depth = 0 }: ValueViewProps) {
  if (value === null) return <span className="subtle">–</span>;
  if (typeof value === 'boolean' || typeof value === 'number') return <span>{String(value)}</span>;
  if (typeof value === 'string') return <TextView name={name} text={value} base={base} />;
  if (isFileValue(value)) return <StoredFile file={value} />;
  if (isOpenFile(value)) return <MissingFile file={value} />;
  if (depth >= maxDepth) return <code className="ui-value-json">{cut(JSON.stringify(value), 200)}</code>;
  const inner = { base, depth: depth + 1 };
  if (!Array.isArray(value)) return <FieldList fields={value} {...inner} />;
  if (value.length === 0) return <span className="subtle">empty list</span>;
  if (value.every(isFileField)) return <PlainList name={name} values={value} isFiles {...inner} />;
  const records = value.filter(isRecord);
  return records.length === value.length ? (
    <RecordTable name={name} records={records} {...inner} />
  ) : (
    <PlainList name={name} values={value} {...inner} />
  );
}

const isRecord = (value: JsonValue): value is { [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const cut = (text: string, characters: number) =>
  text.length > characters ? `${text.slice(0, characters)}…` : text;

function TextView({ name, text, base }: { name: string; text: string; base: string | null }) {
  const [all, setAll] = useState(false);
  const address = addressOf(text) ?? (base === null ? null : picturePath(name, text, base));
  if (address !== null) return <WebLink address={address} picture={isPicture(name, address)} />;
  if (text.trim() === '') return <span className="subtle">empty text</span>;
  const isLong = text.length > shownCharacters;
  return (
    <span className="ui-value-text">
      {all ? text : cut(text, shownCharacters)}
      {isLong && <More all={all} count={text.length} what="characters" onChange={setAll} />}
    </span>
  );
}

interface MoreProps {
  all: boolean;
  count: number;
  what: string;
  onChange: (all: boolean) => void;
}

const More = ({ all, count: there, what, onChange }: MoreProps) => (
  <Button size="small" variant="quiet" onClick={() => onChange(!all)}>
    {all ? 'Show less' : `Show all ${count(there)} ${what}`}
  </Button>
);

interface Inner {
  base: string | null;
  depth: number;
}

interface PlainListProps extends Inner {
  name: string;
  values: readonly JsonValue[];
  /** Whether they are downloaded files, below one another. */
  isFiles?: boolean;
}

function PlainList({ name, values, isFiles = false, ...inner }: PlainListProps) {
  const [all, setAll] = useState(false);
  return (
    <>
      <ul className={isFiles ? 'ui-file-list' : 'ui-value-list'}>
        {(all ? values : values.slice(0, shownRows)).map((value, index) => (
          // The entries of a list have no names.
          <li key={index}>
            <ValueView name={name} value={value} {...inner} />
          </li>
        ))}
      </ul>
      {values.length > shownRows && <More all={all} count={values.length} what="values" onChange={setAll} />}
    </>
  );
}

/** The names of all fields, in the order in which they first appear. */
const columnsOf = (records: readonly Fields[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
];

function RecordTable({ name, records, ...inner }: { name: string; records: readonly Fields[] } & Inner) {
  const [all, setAll] = useState(false);
  const columns = columnsOf(records).slice(0, shownColumns);
  return (
    <div className="ui-value-table">
      <table aria-label={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(all ? records : records.slice(0, shownRows)).map((record, index) => (
            // Records have no names of their own.
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>
                  <ValueView name={column} value={record[column] ?? null} {...inner} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {records.length > shownRows && <More all={all} count={records.length} what="rows" onChange={setAll} />}
    </div>
  );
}

/** See `FieldList`. */
export interface FieldListProps {
  fields: Fields;
  base?: string | null;
  depth?: number;
  /** The field that is marked. */
  marked?: string | null;
}

/** Fields with their names, below one another. */
export const FieldList = ({ fields, base = null, depth = 0, marked = null }: FieldListProps) => (
  <dl className="ui-value-fields">
    {Object.entries(fields).map(([name, value]) => (
      <div key={name} data-field={name} data-marked={name === marked || undefined}>
        <dt title={name}>{name}</dt>
        <dd>
          <ValueView name={name} value={value} base={base} depth={depth} />
        </dd>
      </div>
    ))}
  </dl>
);
