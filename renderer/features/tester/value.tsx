import type { JsonValue } from '../../../shared/contract/types.ts';
import { count, counted } from '../../ui/format.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { EntriesTable, isTable } from './entries-table.tsx';

/** Whether a value is none: null, or a list without entries. */
export const isNothing = (value: JsonValue) => value === null || (Array.isArray(value) && value.length === 0);

/** A value in full: text as it is, a list of objects as a table, anything else nested as a tree. */
export function Value({ value, entries }: { value: JsonValue; entries: number | null }) {
  if (value === null) return <span className="subtle tester-value">null</span>;
  if (typeof value === 'object') {
    const lines = Array.isArray(value) ? value.length : Object.keys(value).length;
    const shown = Array.isArray(value) && entries !== null && entries > value.length;
    return (
      <div className="tester-value">
        {entries !== null && (
          <p className="small muted">
            {counted(entries, 'value')}
            {shown && `, the first ${count(value.length)}:`}
          </p>
        )}
        {isTable(value) ? (
          <EntriesTable entries={value} />
        ) : (
          <div style={{ height: `${Math.min(8, Math.max(2, lines + 2)) * 22}px` }}>
            <JsonTree label="Value" value={value} openTo={1} />
          </div>
        )}
      </div>
    );
  }
  if (value === '') return <span className="subtle tester-value">an empty text</span>;
  return (
    <span className="tester-value" data-kind={typeof value}>
      {String(value)}
    </span>
  );
}

/** Characters of a value in a line. */
const lineLength = 300;

/** A value in a line. @param entries number of entries of a list before it was cut; null: no list */
export const inOneLine = (value: JsonValue, entries: number | null): string => {
  if (Array.isArray(value)) {
    const texts = value.slice(0, 20).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
    return `${count(entries ?? value.length)}: ${texts.join(' · ')}`
      .replace(/\s+/gu, ' ')
      .slice(0, lineLength);
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text
    .slice(0, 2 * lineLength)
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, lineLength);
};
