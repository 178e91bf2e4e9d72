import type { FieldReport, JsonValue } from '../../../../shared/contract/types.ts';
import { inOneLine } from '../value.tsx';

/** How the first value of the field comes about: as the page has it, then after each processor. */
export function ValueSteps({ report: { steps } }: { report: FieldReport }) {
  const [raw, ...processed] = steps;
  if (raw === undefined || (raw.value === null && processed.length === 0)) return null;
  return (
    <ol className="hand-steps mono" aria-label="How the value comes about">
      <li>{shown(raw.value, raw.entries)}</li>
      {processed.map(({ step, value, entries }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same processor may stand twice
        <li key={`${index} ${step}`}>
          <span className="subtle">→ {step}</span> → <b>{shown(value, entries)}</b>
        </li>
      ))}
    </ol>
  );
}

/** Texts are quoted, so that white space and empty texts are seen. */
const shown = (value: JsonValue, entries: number | null): string =>
  typeof value === 'string'
    ? JSON.stringify(value.slice(0, 300))
    : value === null
      ? 'nothing'
      : inOneLine(value, entries);
