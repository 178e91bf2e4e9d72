import type { CallValue } from '../../../shared/contract/index.ts';
import { sourceWords, type ConvertSource } from '../../../shared/spider/convert-sources.ts';
import { counted } from '../../ui/format.ts';

type Report = CallValue<'spiders.convert'>['spiders'][number]['report'];
type Entry = Report['kept'][number];

/** What a spider of another tool was converted from, and what became of each part. */
export interface Conversion {
  readonly from: ConvertSource;
  readonly report: Report;
}

const sections = [
  ['lost', 'Without an equal'],
  ['changed', 'Changed'],
  ['kept', 'Taken over'],
] as const;

/** What becomes of the parts of a spider of another tool. What is lost comes first. */
export function ConversionReport({ from, report }: Conversion) {
  const { kept, changed, lost } = report;
  return (
    <details className="spiders-report">
      <summary>
        Converted from {sourceWords[from]}: {counted(kept.length, 'part')} taken over, {changed.length}{' '}
        changed, {lost.length} without an equal
      </summary>
      {sections.map(([kind, title]) =>
        report[kind].length === 0 ? null : (
          <section key={kind}>
            <h3>{title}</h3>
            <ul>
              {report[kind].map((entry, index) => (
                <li key={`${index}${entry.place}`}>
                  <Part {...entry} />
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </details>
  );
}

const Part = ({ place, here, why }: Entry) => (
  <>
    <span className="mono">{place}</span>
    {here !== null && here !== place && (
      <>
        {' → '}
        <span className="mono">{here}</span>
      </>
    )}
    {why !== null && <span className="muted"> {why}</span>}
  </>
);
