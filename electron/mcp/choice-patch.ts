import type { PatchOperation } from '../../shared/spider/json-patch.ts';
import type { JsonValue } from '../../shared/json-value.ts';
import { applyParts, type SpiderParts } from '../../shared/spider/apply-parts.ts';
import { parseText, valueOf } from '../../shared/spider/json-path.ts';
import { partEdits } from '../../shared/spider/part-edits.ts';
import { membersOf } from '../../shared/spider/plain.ts';
import { applyEdits } from '../../shared/spider/text-edits.ts';

/**
 * The patch that adds the parts of a choice to the text of a spider: the keys of the document that they change. Null: the text is broken, so that
 * there is no place for them.
 */
export function choicePatch(text: string, parts: SpiderParts): PatchOperation[] | null {
  const { root, brokenAt } = parseText(text);
  if (root?.type !== 'object' || brokenAt !== null) return null;
  const before = valueOf(root);
  const edits = partEdits(text, applyParts(before, parts));
  if (edits === null) return null;
  const after = new Map(membersOf(valueOf(parseText(applyEdits(text, edits)).root ?? undefined)));
  const known = new Map(membersOf(before));
  const removed = [...known.keys()].filter((key) => !after.has(key));
  const set = [...after].filter(([key, value]) => JSON.stringify(known.get(key)) !== JSON.stringify(value));
  return [
    ...removed.map((key): PatchOperation => ({ op: 'remove', path: pointer(key) })),
    ...set.map(([key, value]): PatchOperation => ({
      op: 'add',
      path: pointer(key),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read from a JSON text
      value: value as JsonValue,
    })),
  ];
}

const pointer = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
