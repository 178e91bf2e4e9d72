import { isUnderWay } from '../../../shared/contract/run-states.ts';
import type { EmptyField, FieldFill, RunSummary } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';

/** Why fields of a run are empty in all of its items; none while it goes on, or where none is. */
export function useWhyEmpty(run: RunSummary, fields: readonly FieldFill[]): readonly EmptyField[] {
  const wanted = !isUnderWay(run) && fields.some(({ filled }) => filled === 0);
  const { value } = useCall('tester.emptyInRun', wanted ? { run: run.id } : null);
  return value?.fields ?? [];
}

/** The row of a table that says why a field is empty in all items of a run; none where it is not. */
export function WhyEmptyField({
  reasons,
  callback,
  field,
}: {
  reasons: readonly EmptyField[];
  callback: string;
  field: string;
}) {
  const reason = reasons.find((each) => each.callback === callback && each.field === field);
  if (reason === undefined) return null;
  return (
    <tr className="runs-why">
      <td colSpan={9} className="small">
        {reason.why.line}
      </td>
    </tr>
  );
}
