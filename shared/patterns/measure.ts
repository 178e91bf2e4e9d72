import type { PatternNode } from './ast.ts';
import { isSingle } from './ast.ts';

/** Minimum and maximum number of code points that a node matches. */
export interface Width {
  min: number;
  max: number;
}

/** Returns the width of a node. `groupWidth` returns the width of the group that a backreference repeats. */
export function widthOf(node: PatternNode, groupWidth: (group: number) => Width): Width {
  switch (node.kind) {
    case 'char':
    case 'any':
    case 'class':
      return { min: 1, max: 1 };
    case 'place':
    case 'boundary':
    case 'look':
      return { min: 0, max: 0 };
    case 'sequence': {
      const widths = node.items.map((item) => widthOf(item, groupWidth));
      return widths.reduce((a, b) => ({ min: a.min + b.min, max: a.max + b.max }), { min: 0, max: 0 });
    }
    case 'choice':
      return eitherOf(node.branches.map((branch) => widthOf(branch, groupWidth)));
    case 'conditional':
      return eitherOf([widthOf(node.yes, groupWidth), widthOf(node.no, groupWidth)]);
    case 'group':
    case 'atomic':
      return widthOf(node.body, groupWidth);
    case 'repeat': {
      const body = widthOf(node.body, groupWidth);
      return {
        min: body.min * node.min,
        max: body.max === 0 ? 0 : node.max === 0 ? 0 : body.max * (node.max ?? Infinity),
      };
    }
    case 'backreference':
    default:
      return groupWidth(node.group);
  }
}

/** Whether a node can match the empty text. A backreference can, because its group may be empty. */
export function canBeEmpty(node: PatternNode): boolean {
  return widthOf(node, () => ({ min: 0, max: Infinity })).min === 0;
}

function eitherOf(widths: Width[]): Width {
  return {
    min: Math.min(...widths.map((width) => width.min)),
    max: Math.max(...widths.map((width) => width.max)),
  };
}

/**
 * Estimates the number of instructions of a node with its counted repetitions unrolled. Limits the size of patterns, and
 * with it the work for one character of text.
 */
export function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case 'char':
    case 'any':
    case 'class':
    case 'place':
    case 'boundary':
    case 'backreference':
      return 1;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + sizeOf(item), 0);
    case 'choice':
      return node.branches.reduce((sum, branch) => sum + sizeOf(branch) + 2, 0);
    case 'conditional':
      return sizeOf(node.yes) + sizeOf(node.no) + 2;
    case 'group':
    case 'atomic':
    case 'look':
      return sizeOf(node.body) + 2;
    case 'repeat':
    default: {
      const body = Math.max(1, sizeOf(node.body));
      const required = (isSingle(node.body) ? Math.min(node.min, 1) : node.min) * body;
      const around = canBeEmpty(node.body) ? 3 : 1;
      if (node.max !== null) return required + (node.max - node.min) * (body + around);
      return required + (node.min > 0 && around === 1 ? 1 : body + around + 1);
    }
  }
}
