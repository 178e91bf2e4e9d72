import { useEffect, useRef } from 'react';
import { MousePointerClick, Pencil, Trash2 } from 'lucide-react';
import type { SpiderKey } from '../../spider-document/document.ts';
import { fieldPath } from '../../spider-document/place.ts';
import { counted } from '../../ui/format.ts';
import type { MenuEntries } from '../../ui/menu.tsx';
import { NameInput } from './hand/name-input.tsx';
import { removeField } from './hand/write-field.ts';
import { remarkOf } from './row-columns.tsx';
import type { RowAtHand } from './rows-at-hand.ts';
import { isNothing } from './value.tsx';

/** Reasons that a menu lists. */
const maxReasons = 5;

/** Why a field is empty, most frequent first, each with the position of the first such row. */
export function reasonsOf(
  rows: readonly RowAtHand[],
  name: string,
): { readonly reason: string; readonly times: number; readonly first: number }[] {
  const found = new Map<string, { times: number; first: number }>();
  for (const [first, row] of rows.entries()) {
    const value = row.values[name] ?? null;
    if (!isNothing(value) && value !== '') continue;
    const reason = remarkOf(row, name) ?? 'The value is empty.';
    const known = found.get(reason);
    if (known === undefined) found.set(reason, { times: 1, first });
    else known.times += 1;
  }
  return [...found]
    .map(([reason, each]) => ({ reason, ...each }))
    .toSorted((a, b) => b.times - a.times)
    .slice(0, maxReasons);
}

/** Whether an element is the table of rows, or in it: there, F2 renames the column that the keyboard is on. */
export const isInRows = (element: Element | null): boolean =>
  (element?.closest('.tester-rows [role="grid"]') ?? null) !== null;

/** What can be done with the field of a column. */
export interface HeadActions {
  readonly spiderKey: SpiderKey;
  readonly callback: string;
  readonly rows: readonly RowAtHand[];
  readonly onField: (name: string) => void;
  readonly onRename: (name: string) => void;
  /** Goes to a row of the table. */
  readonly onRow: (position: number) => void;
}

/** The menu of the column of a field. */
export function headMenu(name: string, actions: HeadActions): MenuEntries {
  const { spiderKey: key, callback, rows, onField, onRename, onRow } = actions;
  const reasons = reasonsOf(rows, name);
  const empty = reasons.reduce((sum, { times }) => sum + times, 0);
  return [
    { label: 'Take the field in hand', icon: MousePointerClick, run: () => onField(name) },
    { label: 'Rename…', icon: Pencil, command: 'rows.rename', focuses: true, run: () => onRename(name) },
    reasons.length > 0 && {
      kind: 'submenu',
      label: `Why it is empty in ${counted(empty, 'row')}`,
      entries: reasons.map(({ reason, times, first }) => ({
        label: `${counted(times, 'row')}: ${reason}`,
        run: () => onRow(first),
      })),
    },
    {
      label: 'Delete the field',
      icon: Trash2,
      danger: true,
      run: () => removeField(key, fieldPath(callback, [name])),
    },
  ];
}

/** The name of a field in the head of its column while it is changed. */
export function HeadName({
  spiderKey: key,
  callback,
  name,
  onDone,
}: {
  spiderKey: SpiderKey;
  callback: string;
  name: string;
  onDone: () => void;
}) {
  const box = useRef<HTMLSpanElement | null>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  const finish = () => {
    const grid = box.current?.closest<HTMLElement>('[role="grid"]');
    onDone();
    grid?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a press here does not drag the column
    <span
      ref={box}
      className="tester-head-name"
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={onDone}
    >
      <NameInput
        spiderKey={key}
        path={fieldPath(callback, [name])}
        label={`Name of the column ${name}`}
        onDone={finish}
      />
    </span>
  );
}
