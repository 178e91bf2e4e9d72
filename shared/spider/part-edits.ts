import type { PartChange } from './apply-parts.ts';
import { inTurn, insertItem, removeAt, setValue, type Edits } from './json-edits.ts';

/** The edits that carry changes out in the text of a spider, one after the other. Null: a place is not there. */
export function partEdits(text: string, changes: readonly PartChange[]): Edits | null {
  return inTurn(
    text,
    changes.map((change) => (current: string) => written(current, change)),
  );
}

function written(text: string, change: PartChange): Edits | null {
  switch (change.kind) {
    case 'set':
      return setValue(text, change.path, change.value);
    case 'insert':
      return insertItem(text, change.path, change.index, change.value);
    case 'remove':
      return removeAt(text, change.path);
    default:
      return change satisfies never;
  }
}
