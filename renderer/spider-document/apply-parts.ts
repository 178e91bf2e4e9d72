import { applyParts, type PartChange, type SpiderParts } from '../../shared/spider/apply-parts.ts';
import { inTurn, insertItem, removeAt, setValue, type Edits } from './json-edits.ts';
import { parseText, valueOf } from './json-path.ts';

/**
 * Adds the parts of a choice to the text of a spider, as one edit that is undone in one step. Everything else stays byte
 * for byte as it is. Null: the text is broken, so that there is no place for them.
 */
export function writeParts(text: string, parts: SpiderParts): Edits | null {
  const { root, brokenAt } = parseText(text);
  if (root?.type !== 'object' || brokenAt !== null) return null;
  const changes = applyParts(valueOf(root), parts);
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
