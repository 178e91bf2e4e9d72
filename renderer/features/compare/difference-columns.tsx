import type { ItemDifference } from '../../../shared/contract/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { count } from '../../ui/format.ts';
import type { Column } from '../../ui/table/types.ts';
import { changedParts } from './changed-parts.ts';
import { causeWords, cellText, itemName, kindWords } from './difference-words.ts';
import { MarkedText } from './marked-text.tsx';

/** The columns of the table of differences. @param field the one that is looked at; null: the first that differs */
export function differenceColumns(field: string | null): readonly Column<ItemDifference>[] {
  const shown = (row: ItemDifference) =>
    row.kind === 'changed' ? (row.fields.find((each) => each.field === field) ?? row.fields[0]) : undefined;
  const side = (name: 'before' | 'after', title: string): Column<ItemDifference> => ({
    name,
    title,
    width: 230,
    cell: (row) => {
      const found = shown(row);
      return found === undefined ? null : (
        <MarkedText parts={changedParts(cellText(found.before), cellText(found.after))[name]} side={name} />
      );
    },
    text: (row) => cellText(shown(row)?.[name] ?? null),
  });
  return [
    {
      name: 'kind',
      title: 'What',
      width: 100,
      pinned: true,
      cell: ({ kind }) => <Badge tone={kindWords[kind].tone}>{kindWords[kind].word}</Badge>,
      text: ({ kind }) => kind,
    },
    {
      name: 'item',
      title: 'Item',
      width: 260,
      cell: (row) => <span title={row.url}>{itemName(row)}</span>,
      text: (row) => row.url,
    },
    {
      name: 'field',
      title: 'Field',
      width: 140,
      cell: (row) => {
        const found = shown(row);
        if (found === undefined) return <span className="subtle">the whole item</span>;
        const more = row.fields.length - 1;
        return (
          <span>
            <span className="mono">{found.field}</span>
            {more > 0 && <span className="subtle"> and {count(more)} more</span>}
          </span>
        );
      },
      text: (row) => shown(row)?.field ?? '',
    },
    side('before', 'Before'),
    side('after', 'After'),
    {
      name: 'cause',
      title: 'Made by',
      width: 100,
      cell: (row) => {
        const cause = row.kind === 'changed' ? (shown(row)?.cause ?? row.cause) : row.cause;
        const reason = shown(row)?.reason ?? row.reason;
        return cause === null ? (
          <span className="subtle" title="It is not in the sample that was looked into.">
            –
          </span>
        ) : (
          <span title={reason ?? undefined}>{causeWords[cause]}</span>
        );
      },
      text: (row) => shown(row)?.cause ?? row.cause ?? '',
    },
  ];
}
