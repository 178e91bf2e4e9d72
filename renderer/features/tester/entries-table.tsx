import type { JsonValue } from '../../../shared/contract/types.ts';
import { count } from '../../ui/format.ts';
import './rows.css';

type Entry = Record<string, JsonValue>;

/** The most columns and entries of a table. */
const maxColumns = 12;
const maxEntries = 100;
/** Characters of a cell. */
const cellLength = 200;

/** Whether a value reads best as a table: a list of objects with a few fields. */
export function isTable(value: JsonValue): value is Entry[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every(isEntry) && columnsOf(value.filter(isEntry)).length <= maxColumns;
}

const isEntry = (value: JsonValue): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const columnsOf = (entries: readonly Entry[]): string[] => [
  ...new Set(entries.flatMap((entry) => Object.keys(entry))),
];

/** The entries of a nested list, one a line. */
export function EntriesTable({ entries }: { entries: readonly Entry[] }) {
  const columns = columnsOf(entries);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
    <div className="tester-entries" tabIndex={0} role="region" aria-label="Entries of the list">
      <table aria-label="Entries">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, maxEntries).map((entry, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- entries have no other name
            <tr key={index}>
              {columns.map((name) => (
                <td key={name}>{cellOf(entry[name] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length > maxEntries && (
        <p className="small muted">
          The first {maxEntries} of {count(entries.length)}.
        </p>
      )}
    </div>
  );
}

function cellOf(value: JsonValue) {
  if (value === null) return <span className="subtle">–</span>;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length <= cellLength ? text : `${text.slice(0, cellLength)}…`;
}
