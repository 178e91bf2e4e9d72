/**
 * The syntax tree of a regular expression, as plain data. Flags are resolved into the nodes, so a node does not depend on
 * its place in the source. Text is matched by Unicode code point, as Python does with `str`.
 */

/** How letters compare: exactly, by Unicode case rules, or by ASCII case only (`(?ai)`). */
export type CaseFolding = 'none' | 'unicode' | 'ascii';

/**
 * A member of a character class. Bounds are inclusive code points. `category`: what Python calls a digit, white space or a
 * word character. `property`: a general category of Unicode, such as `Lu`.
 */
export type ClassItem =
  | { kind: 'range'; from: number; to: number }
  | { kind: 'category'; category: 'digit' | 'space' | 'word'; negated: boolean; ascii: boolean }
  | { kind: 'property'; name: string; negated: boolean };

/**
 * A position that an anchor matches. `start`: the start of the text. `line-start`: also after a line feed. `end`: the end
 * of the text, or before its final line feed. `line-end`: the end, or before any line feed. `text-end`: only the end.
 */
export type Place = 'start' | 'line-start' | 'end' | 'line-end' | 'text-end';

/** A character class. */
export interface ClassNode {
  kind: 'class';
  negated: boolean;
  items: ClassItem[];
  fold: CaseFolding;
}

/** A quantified node: `body` repeated `min` to `max` times. */
export interface RepeatNode {
  kind: 'repeat';
  min: number;
  /** null: no upper limit. */
  max: number | null;
  mode: 'greedy' | 'lazy' | 'possessive';
  body: PatternNode;
}

/** A lookahead or lookbehind assertion. */
export interface LookNode {
  kind: 'look';
  behind: boolean;
  negated: boolean;
  /** Fixed width of a lookbehind in code points; 0 for a lookahead. */
  width: number;
  body: PatternNode;
}

/** A node of the syntax tree. */
export type PatternNode =
  | { kind: 'char'; code: number; fold: CaseFolding }
  | { kind: 'any'; newline: boolean }
  | ClassNode
  | { kind: 'place'; place: Place }
  | { kind: 'boundary'; negated: boolean; ascii: boolean }
  | { kind: 'sequence'; items: PatternNode[] }
  | { kind: 'choice'; branches: PatternNode[] }
  | { kind: 'group'; index: number; body: PatternNode }
  | RepeatNode
  | LookNode
  | { kind: 'atomic'; body: PatternNode }
  | { kind: 'backreference'; group: number; fold: CaseFolding }
  | { kind: 'conditional'; group: number; yes: PatternNode; no: PatternNode };

/** A node that matches exactly one code point. */
export type SingleNode = Extract<PatternNode, { kind: 'char' | 'any' | 'class' }>;

/** A parsed pattern. */
export interface Pattern {
  source: string;
  node: PatternNode;
  /** Number of capturing groups, without the whole match. */
  groups: number;
  /** The number of each named group. */
  groupNames: Record<string, number>;
}

/** Why a pattern is rejected. */
export interface PatternProblem {
  /** One sentence. */
  message: string;
  /** Position in the source, in UTF-16 units from 0. */
  offset: number;
  /** What to write instead; null: unknown. */
  hint: string | null;
}

/** Whether a node matches exactly one code point. */
export function isSingle(node: PatternNode): node is SingleNode {
  return node.kind === 'char' || node.kind === 'any' || node.kind === 'class';
}
