import { storageWords } from '../../../shared/storage-kinds.ts';
import type { StorageReport } from '../../../shared/contract/types.ts';
import { bytes, percent } from '../../ui/format.ts';
import { bytesOf, kindGroups } from './kind-groups.ts';

/** What takes room, as one bar and a legend that says it in words and numbers. */
export function RoomBar({ report: { kinds, bytes: total } }: { report: StorageReport }) {
  const shown = kindGroups
    .map((group) => ({ ...group, size: bytesOf(kinds, group.kinds) }))
    .filter(({ size }) => size > 0);
  return (
    <>
      <div className="storage-bar" aria-hidden>
        {shown.map(({ id, title, size }) => (
          <span key={id} data-group={id} style={{ flexGrow: size }} title={`${title}: ${bytes(size)}`} />
        ))}
      </div>
      <ul className="storage-legend" aria-label="What takes room">
        {shown.map(({ id, title, size, kinds: parts }) => (
          <li key={id} title={detail(kinds, parts)}>
            <i data-group={id} aria-hidden />
            <span className="ellipsis">{title}</span>
            <span className="numeric">{bytes(size)}</span>
            <span className="numeric subtle">{percent(size / Math.max(1, total))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The kinds of a group, where it has several. */
function detail(
  kinds: StorageReport['kinds'],
  parts: (typeof kindGroups)[number]['kinds'],
): string | undefined {
  if (parts.length === 1) return undefined;
  return kinds
    .filter(({ kind }) => parts.includes(kind))
    .map(({ kind, bytes: size }) => `${storageWords[kind]}: ${bytes(size)}`)
    .join('\n');
}
