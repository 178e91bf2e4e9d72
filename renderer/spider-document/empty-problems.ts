import type { EmptyField, FixableProblem } from '../../shared/contract/types.ts';
import { counted } from '../../shared/counted.ts';
import { nodeAt, parseText, pointerOf, type JsonPath } from '../../shared/spider/json-path.ts';
import { fieldPath } from './place.ts';
import { fixEdits } from './selector-edits.ts';

/** Fields that are empty on all saved pages, as problems of a text with the change that mends each. */
export function emptyProblems(text: string, fields: readonly EmptyField[]): FixableProblem[] {
  const { root } = parseText(text);
  return fields.flatMap(({ callback, field, of, why }): FixableProblem[] => {
    const path: JsonPath =
      field === null ? [...fieldPath(callback, []), 'iterate'] : fieldPath(callback, [field]);
    const node = nodeAt(root, path);
    if (node === undefined) return [];
    const before = text.slice(0, node.offset);
    const what = field === null ? `Callback "${callback}" finds no rows` : `"${field}" is empty`;
    const { fix } = why;
    return [
      {
        pointer: pointerOf(path),
        line: before.split('\n').length,
        column: node.offset - before.lastIndexOf('\n'),
        code: field === null ? 'rows-empty' : 'field-empty',
        severity: 'warning',
        message: `${what} on ${of === 1 ? 'the saved page' : `all ${counted(of, 'saved page')}`}: ${why.line}`,
        hint: null,
        fixes: fix === null ? [] : [{ title: fix.label, edits: fixEdits(text, path, fix), preferred: true }],
      },
    ];
  });
}
