import type { RunComparison } from '../../../shared/contract/types.ts';
import { count } from '../../ui/format.ts';

interface FieldListProps {
  fields: RunComparison['fields'];
  chosen: string | null;
  onChoose: (field: string | null) => void;
}

/** The fields that differ, each with how often and who made it; choosing one shows only items that differ in it. */
export function FieldList({ fields, chosen, onChoose }: FieldListProps) {
  if (fields.length === 0) return null;
  return (
    <ul className="compare-fields" aria-label="Fields that differ">
      {fields.map(({ field, added, removed, changed, cause }) => (
        <li key={field}>
          <button
            type="button"
            aria-pressed={chosen === field}
            onClick={() => onChoose(chosen === field ? null : field)}
            title={`${count(changed)} changed, ${count(added)} filled, ${count(removed)} emptied`}
          >
            <span className="mono">{field}</span>
            <span className="numeric strong">{count(added + removed + changed)}</span>
            <span className="subtle">{madeBy(cause)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function madeBy({ site, spider }: RunComparison['fields'][number]['cause']): string {
  if (site > 0 && spider > 0) return 'site and spider';
  if (site > 0) return 'site';
  return spider > 0 ? 'spider' : 'unknown';
}
