import type { TreeRow } from '../../shared/contract/types.ts';
import { count, counted } from '../ui/format.ts';
import './page-row.css';

/** The name and the value of a row of a JSON or XML page. */
export function PageRow({ row: { kind, name, attributes, value, size, open } }: { row: TreeRow }) {
  return (
    <>
      {kind === 'element' ? (
        <span className="page-tree-tag">
          &lt;{name}
          {attributes !== null && <span className="page-tree-attributes"> {attributes}</span>}&gt;
        </span>
      ) : (
        name !== null && <span className="page-tree-name">{name}</span>
      )}
      <span className="page-tree-value" data-kind={kind}>
        {shownValue(kind, value, open ? count(size ?? 0) : null, size ?? 0)}
      </span>
    </>
  );
}

/** @param inside the number of what is inside an open value; null: it is closed */
function shownValue(kind: TreeRow['kind'], value: string | null, inside: string | null, size: number) {
  if (kind === 'object') return `{${inside ?? value}}`;
  if (kind === 'list') return `[${inside ?? (size === 0 ? '' : counted(size, 'entry', 'entries'))}]`;
  return kind === 'text' ? JSON.stringify(value) : value;
}
