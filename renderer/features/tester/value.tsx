import type { JsonValue } from '../../../shared/contract/types.ts';
import { plannedFiles } from '../../../shared/file-value.ts';
import { count, counted } from '../../ui/format.ts';
import { ValueView } from '../../ui/value/value-view.tsx';

/** Whether a value is none: null, or a list without entries. */
export const isNothing = (value: JsonValue) => value === null || (Array.isArray(value) && value.length === 0);

/** A value in full: text as it is, anything nested as `ValueView` shows it. */
export function Value({
  name,
  value,
  entries,
}: {
  /** The field that it is of. */
  name: string;
  value: JsonValue;
  entries: number | null;
}) {
  if (value === null) return <span className="subtle tester-value">null</span>;
  if (typeof value === 'object') {
    const shown = Array.isArray(value) && entries !== null && entries > value.length;
    return (
      <div className="tester-value">
        {entries !== null && (
          <p className="small muted">
            {counted(entries, 'value')}
            {shown && `, the first ${count(value.length)}:`}
          </p>
        )}
        <ValueView name={name} value={value} />
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
  const files = plannedFiles(value, entries);
  if (files !== null) return files.slice(0, lineLength);
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
