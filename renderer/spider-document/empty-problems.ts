import type { EmptyField, EmptySelector, FixableProblem } from '../../shared/contract/types.ts';
import { counted } from '../../shared/counted.ts';
import { setValue } from '../../shared/spider/json-edits.ts';
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

/** Selectors of actions and lists that match nothing on the saved pages, as problems of a text with the change that mends each. */
export function emptyTargetProblems(text: string, selectors: readonly EmptySelector[]): FixableProblem[] {
  const { root } = parseText(text);
  return selectors.flatMap(({ pointer, of, why }): FixableProblem[] => {
    const path = pointer
      .split('/')
      .slice(1)
      .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const node = nodeAt(root, path);
    if (node === undefined) return [];
    const before = text.slice(0, node.offset);
    const { fix } = why;
    const edits = fix?.language === 'css' ? setValue(text, path, fix.selector) : null;
    return [
      {
        pointer,
        line: before.split('\n').length,
        column: node.offset - before.lastIndexOf('\n'),
        code: 'selector-empty',
        severity: 'warning',
        message: `"${path.at(-1) ?? ''}" matches nothing on ${of === 1 ? 'the saved page' : `all ${counted(of, 'saved page')}`}: ${why.line}`,
        hint: null,
        fixes:
          fix === null || edits === null ? [] : [{ title: fix.label, edits: [...edits], preferred: true }],
      },
    ];
  });
}
