import { findNodeAtOffset, type Node } from 'jsonc-parser';
import type { FixableProblem } from '../../../shared/contract/types.ts';
import { offsetOfProblem } from '../../spider-document/checking.ts';
import { parseText } from '../../../shared/spider/json-path.ts';

/** A stretch of the text that a problem is drawn under. */
export interface Mark {
  readonly problem: FixableProblem;
  readonly offset: number;
  readonly length: number;
}

/** Where problems are drawn: under the key or value that each is about, and within one line. */
export function marksOf(text: string, problems: readonly FixableProblem[]): Mark[] {
  const { root } = parseText(text);
  return problems.map((problem) => {
    const offset = offsetOfProblem(text, problem);
    const [begin, end] = problem.code.startsWith('json-')
      ? wordFrom(text, offset)
      : nodeFrom(text, root, offset);
    const lineEnd = /[\r\n]/.exec(text.slice(begin, end))?.index;
    const length = Math.max(1, lineEnd ?? end - begin);
    return { problem, offset: begin, length };
  });
}

function wordFrom(text: string, offset: number): [begin: number, end: number] {
  const word = /^(?:"(?:[^"\\\r\n]|\\.)*"?|[\w.+-]+|\/\/[^\r\n]*|\/\*[^]*?\*\/|\S)/.exec(
    text.slice(offset, offset + 2000),
  );
  // At the end of the text, or of a line, there is nothing to draw under but what stands before.
  if (word === null) return [Math.max(0, text.slice(0, offset).trimEnd().length - 1), offset];
  return [offset, offset + word[0].length];
}

function nodeFrom(text: string, root: Node | null, offset: number): [begin: number, end: number] {
  const node = root === null ? undefined : findNodeAtOffset(root, offset);
  if (node === undefined) return wordFrom(text, offset);
  if (node.type === 'object' || node.type === 'array') {
    const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
    return key === undefined ? [offset, offset + 1] : [key.offset, key.offset + key.length];
  }
  const isInside = node.type === 'string' && offset > node.offset;
  return [offset, node.offset + node.length - (isInside ? 1 : 0)];
}
