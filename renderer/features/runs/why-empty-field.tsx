import { TriangleAlert, WandSparkles } from 'lucide-react';
import { hasEmptyParts } from '../../../shared/contract/run-states.ts';
import type { EmptyField, RunDetails, RunSummary } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/format.ts';
import { FixLine, type Fix } from '../../ui/fix-line.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useCall } from '../../state/query.ts';
import { mendFromRun } from './mend-from-run.ts';

/** What is empty in all of a run, with what mends it. */
export interface EmptyPart {
  readonly empty: EmptyField;
  readonly fix: Fix | null;
}

/** Why fields of a run are always empty, and callbacks find no rows; none while it goes on, or where there is nothing to explain. */
export function useWhyEmpty({ run, fields }: Pick<RunDetails, 'run' | 'fields'>): readonly EmptyPart[] {
  const { value } = useCall('tester.emptyInRun', hasEmptyParts(run, fields) ? { run: run.id } : null);
  return (value?.fields ?? []).map((empty) => ({ empty, fix: fixOf(run, empty) }));
}

function fixOf(run: RunSummary, empty: EmptyField): Fix | null {
  const { fix } = empty.why;
  return fix === null ? null : { label: fix.label, apply: () => void mendFromRun(run, empty, fix) };
}

/** The row of a table that says why a field is empty in all items of a run; none where it is not. */
export function WhyEmptyField({
  parts,
  callback,
  field,
}: {
  parts: readonly EmptyPart[];
  callback: string;
  field: string;
}) {
  const part = parts.find(({ empty }) => empty.callback === callback && empty.field === field);
  if (part === undefined) return null;
  return (
    <tr className="runs-why">
      <td colSpan={9}>
        <FixLine label={`Why ${field} is empty`} fix={part.fix}>
          {part.empty.why.line}
        </FixLine>
      </td>
    </tr>
  );
}

/** Why callbacks of a run made no item: they find no rows, or their fields nothing. Nothing where each made one. */
export function WhyNoItems({ details: { run, fields } }: { details: RunDetails }) {
  const parts = useWhyEmpty({ run, fields }).filter(
    ({ empty }) => !fields.some(({ callback }) => callback === empty.callback),
  );
  if (parts.length === 0) return null;
  return (
    <section className="runs-findings" aria-label="Why pages gave no items">
      {parts.map(({ empty: { callback, field, of, why }, fix }) => (
        <Notice
          key={`${callback} ${field ?? ''}`}
          tone="warning"
          icon={TriangleAlert}
          title={`${callback} finds no ${field === null ? 'rows' : field} on ${counted(of, 'page')}`}
          actions={
            fix !== null && (
              <Button size="small" icon={WandSparkles} onClick={fix.apply}>
                {fix.label}
              </Button>
            )
          }
        >
          {why.line}
        </Notice>
      ))}
    </section>
  );
}
