import { isSingle } from '../../shared/patterns/ast.ts';
import type { CaseFolding, Pattern, PatternNode, Place, RepeatNode } from '../../shared/patterns/ast.ts';
import { canBeEmpty } from '../../shared/patterns/measure.ts';
import type { CharSet } from './charset.ts';
import { charSetOf } from './charset.ts';
import { isAnchored } from './cost.ts';
import type { NextChars } from './first.ts';
import { canBeEnd, firstOf } from './first.ts';

/** One instruction. Execution continues with the next one unless stated otherwise. */
export type Instruction =
  /** Matches one code point below the surrogates, `count` times. */
  | { op: 'unit'; unit: number; count: number }
  /** Matches a member of a set, `count` times. */
  | { op: 'set'; set: CharSet; count: number }
  /** Continues at `prefer`, or at `other` if that fails. `mark`: its index in the visited bits. */
  | { op: 'split'; prefer: number; other: number; mark: number; level: number }
  | { op: 'jump'; to: number }
  | { op: 'save'; slot: number }
  | { op: 'place'; place: Place }
  | { op: 'boundary'; negated: boolean; ascii: boolean }
  /** Starts a round of a loop whose body can be empty; such loops are numbered from 1, from the outside. */
  | { op: 'round'; level: number }
  /** Ends the round; leaves the loop if the round was empty. */
  | { op: 'roundEnd'; level: number; exit: number }
  /** Runs from the next instruction to `accept` as a part of its own, then continues at `after`. */
  | { op: 'look'; negated: boolean; back: number; after: number }
  | { op: 'atomic'; after: number }
  | { op: 'backreference'; group: number; fold: CaseFolding }
  | { op: 'condition'; group: number; otherwise: number }
  | { op: 'accept' };

/** A compiled pattern for `searchProgram`. */
export interface Program {
  source: string;
  code: Instruction[];
  groups: number;
  /** Visited bits per position of the text; null: what follows depends on captures, so nothing can be recorded. */
  marks: number | null;
  anchored: boolean;
  /** What a match can begin with; null if that does not narrow the search. */
  first: NextChars | null;
}

/** Compiles a pattern. @param node the pattern's own root, or a simplified equivalent */
export function compileProgram(pattern: Pattern, node: PatternNode): Program {
  const emitter = new Emitter();
  emitter.emit(node, 0);
  emitter.code.push({ op: 'accept' });
  const first = firstOf(node);
  return {
    source: pattern.source,
    code: emitter.code,
    groups: pattern.groups,
    marks: emitter.regular ? emitter.marks : null,
    anchored: isAnchored(node),
    first: first.passable || canBeEnd(first.chars) ? null : first.chars,
  };
}

class Emitter {
  readonly code: Instruction[] = [];
  marks = 0;
  regular = true;

  /** @param level number of enclosing loops whose body can be empty */
  emit(node: PatternNode, level: number): void {
    const { code } = this;
    switch (node.kind) {
      case 'char':
      case 'any':
      case 'class':
        this.emitSingle(node, 1);
        return;
      case 'place':
        code.push({ op: 'place', place: node.place });
        return;
      case 'boundary':
        code.push({ op: 'boundary', negated: node.negated, ascii: node.ascii });
        return;
      case 'sequence':
        for (const item of node.items) this.emit(item, level);
        return;
      case 'choice':
        this.emitChoice(node.branches, level);
        return;
      case 'group':
        code.push({ op: 'save', slot: 2 * node.index });
        this.emit(node.body, level);
        code.push({ op: 'save', slot: 2 * node.index + 1 });
        return;
      case 'repeat':
        this.emitRepeat(node, level);
        return;
      case 'look': {
        const look = { op: 'look', negated: node.negated, back: node.width, after: 0 } as const;
        this.emitAside(look, () => this.emit(node.body, 0));
        return;
      }
      case 'atomic':
        this.emitAside({ op: 'atomic', after: 0 }, () => this.emit(node.body, 0));
        return;
      case 'backreference':
        this.regular = false;
        code.push({ op: 'backreference', group: node.group, fold: node.fold });
        return;
      case 'conditional':
        this.emitConditional(node.group, node.yes, node.no, level);
    }
  }

  private emitSingle(node: PatternNode, count: number): void {
    if (!isSingle(node) || count === 0) return;
    const set = charSetOf(node);
    const plain = set.only !== null && set.only < 0xd800;
    this.code.push(plain ? { op: 'unit', unit: set.only ?? 0, count } : { op: 'set', set, count });
  }

  private emitAside(head: Extract<Instruction, { op: 'look' | 'atomic' }>, body: () => void): void {
    const at = this.code.push(head) - 1;
    body();
    this.code.push({ op: 'accept' });
    this.code[at] = { ...head, after: this.code.length };
  }

  private emitConditional(group: number, yes: PatternNode, no: PatternNode, level: number): void {
    const { code } = this;
    this.regular = false;
    const condition = code.push({ op: 'accept' }) - 1;
    this.emit(yes, level);
    const jump = code.push({ op: 'accept' }) - 1;
    code[condition] = { op: 'condition', group, otherwise: code.length };
    this.emit(no, level);
    code[jump] = { op: 'jump', to: code.length };
  }

  private emitChoice(branches: readonly PatternNode[], level: number): void {
    const { code } = this;
    const ends: number[] = [];
    for (const [index, branch] of branches.entries()) {
      if (index === branches.length - 1) {
        this.emit(branch, level);
        break;
      }
      const split = this.reserveSplit(level);
      this.emit(branch, level);
      ends.push(code.push({ op: 'accept' }) - 1);
      this.setSplit(split, split + 1, code.length, 'greedy');
    }
    for (const end of ends) code[end] = { op: 'jump', to: code.length };
  }

  private emitRepeat(node: RepeatNode, level: number): void {
    const { min, max, body } = node;
    if (node.mode === 'possessive') {
      // Rounds of a possessive loop are final, and so is their number.
      const round: PatternNode = isSingle(body) ? body : { kind: 'atomic', body };
      this.emitAside({ op: 'atomic', after: 0 }, () =>
        this.emitRepeat({ ...node, mode: 'greedy', body: round }, 0),
      );
      return;
    }
    const empty = canBeEmpty(body);
    if (max === null && min > 0 && !empty) {
      this.emitRounds(body, min - 1, level);
      const start = this.code.length;
      this.emit(body, level);
      const split = this.reserveSplit(level);
      this.setSplit(split, start, this.code.length, node.mode);
      return;
    }
    this.emitRounds(body, min, level);
    if (max === null) this.emitLoop(body, level, node.mode, empty);
    else this.emitOptional(node, max - min, level, empty);
  }

  private emitRounds(body: PatternNode, count: number, level: number): void {
    if (isSingle(body)) this.emitSingle(body, count);
    else for (let round = 0; round < count; round += 1) this.emit(body, level);
  }

  private emitLoop(body: PatternNode, level: number, mode: RepeatNode['mode'], empty: boolean): void {
    const split = this.reserveSplit(level);
    const end = this.emitRound(body, level, empty);
    this.code.push({ op: 'jump', to: split });
    this.setSplit(split, split + 1, this.code.length, mode);
    this.setRoundEnds(end === null ? [] : [end]);
  }

  private emitOptional(node: RepeatNode, count: number, level: number, empty: boolean): void {
    const splits: number[] = [];
    const ends: number[] = [];
    for (let round = 0; round < count; round += 1) {
      splits.push(this.reserveSplit(level));
      const end = this.emitRound(node.body, level, empty);
      if (end !== null) ends.push(end);
    }
    for (const split of splits) this.setSplit(split, split + 1, this.code.length, node.mode);
    this.setRoundEnds(ends);
  }

  /** Compiles one round of a loop. @returns the index of its `roundEnd`, whose exit is set later */
  private emitRound(body: PatternNode, level: number, empty: boolean): number | null {
    if (!empty) {
      this.emit(body, level);
      return null;
    }
    this.code.push({ op: 'round', level: level + 1 });
    this.emit(body, level + 1);
    return this.code.push({ op: 'roundEnd', level: level + 1, exit: 0 }) - 1;
  }

  private setRoundEnds(ends: readonly number[]): void {
    for (const end of ends) {
      const instruction = this.code[end];
      if (instruction?.op === 'roundEnd') this.code[end] = { ...instruction, exit: this.code.length };
    }
  }

  private reserveSplit(level: number): number {
    const mark = this.marks;
    this.marks += level + 1;
    return this.code.push({ op: 'split', prefer: 0, other: 0, mark, level }) - 1;
  }

  private setSplit(at: number, round: number, exit: number, mode: RepeatNode['mode']): void {
    const split = this.code[at];
    if (split?.op !== 'split') return;
    const lazy = mode === 'lazy';
    this.code[at] = { ...split, prefer: lazy ? exit : round, other: lazy ? round : exit };
  }
}
