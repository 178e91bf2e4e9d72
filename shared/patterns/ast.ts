/**
 * A regular expression as plain data. Flags are already worked into the nodes: nothing here depends on
 * where in the source a node stood. Text is matched by Unicode code point, as Python does with `str`.
 */

/** How letters compare: exactly, by Unicode case rules, or by ASCII case only (`(?ai)`). */
export type CaseFolding = 'none' | 'unicode' | 'ascii';

/** A member of a character class. Bounds are code points, both included. */
export type ClassItem =
  | { kind: 'range'; from: number; to: number }
  | { kind: 'category'; category: 'digit' | 'space' | 'word'; negated: boolean; ascii: boolean };

/**
 * A place in the text.
 * `start`: of the text. `line-start`: also after a line feed. `end`: of the text or before its final line
 * feed. `line-end`: before any line feed, or the end. `text-end`: the very end.
 */
export type Place = 'start' | 'line-start' | 'end' | 'line-end' | 'text-end';

/** A character class. */
export interface ClassNode {
  kind: 'class';
  negated: boolean;
  items: ClassItem[];
  fold: CaseFolding;
}

/** A repetition. */
export interface RepeatNode {
  kind: 'repeat';
  min: number;
  /** null: no upper limit. */
  max: number | null;
  mode: 'greedy' | 'lazy' | 'possessive';
  body: PatternNode;
}

/** A look-ahead or look-behind. */
export interface LookNode {
  kind: 'look';
  behind: boolean;
  negated: boolean;
  /** How many code points a look behind goes back; 0 for a look ahead. */
  width: number;
  body: PatternNode;
}

/** A node of a parsed pattern. */
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

/** A pattern that has been read without a problem. */
export interface Pattern {
  source: string;
  node: PatternNode;
  /** How many capturing groups there are, not counting the whole match. */
  groups: number;
  /** The number of each named group. */
  groupNames: Record<string, number>;
}

/** Why a pattern is refused. */
export interface PatternProblem {
  /** One sentence. */
  message: string;
  /** Where in the source, in UTF-16 units from 0. */
  offset: number;
  /** What to write instead, where that is known. */
  hint: string | null;
}

/** Whether a node matches exactly one character. */
export function isSingle(node: PatternNode): node is SingleNode {
  return node.kind === 'char' || node.kind === 'any' || node.kind === 'class';
}
