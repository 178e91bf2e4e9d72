import type { CharSet } from './charset.ts';
import { canBegin } from './first.ts';
import type { Instruction, Program } from './program.ts';
import { inCategory, lowerOf } from './unicode.ts';

/** A pattern would take too long on a text. The message is one sentence for people. */
export class PatternCostError extends Error {
  constructor(source: string, length: number) {
    const shown = source.length > 60 ? `${source.slice(0, 60)}…` : source;
    super(`The pattern "${shown}" takes too long on a text of ${length} characters; make it more specific.`);
    this.name = 'PatternCostError';
  }
}

/** Bounds of a match and of each group, in UTF-16 code units; -1 for a group that did not take part. */
export interface Found {
  index: number;
  end: number;
  slots: Int32Array;
}

/** Maximum number of steps of one search: some tenths of a second. */
export const maxSteps = 20_000_000;
const baseSteps = 250_000;
const stepsPerCharacter = 1000;
const stepsPerInstruction = 8;

/** Returns how many steps a search may take: enough to visit every instruction once at every position, up to `maxSteps`. */
export function stepBudget(program: Program, length: number): number {
  const perCharacter = stepsPerCharacter + stepsPerInstruction * program.code.length;
  return Math.min(maxSteps, baseSteps + perCharacter * length);
}

/** Limit for the visited bits of one search: 32 MB. */
const maxMarkBits = 2 ** 28;
/** Limit for the backtracking stack, in entries of three numbers: 48 MB. */
const maxStackEntries = 4_000_000;

/** Set when every loop around the current position has made progress in its round. */
const progressed = 1_000_000;

/**
 * Searches a text for the leftmost match, with alternatives, repetitions and captures in Python's order. Throws
 * `PatternCostError` when the step budget is used up.
 *
 * A backtracking engine that records each failed pair of instruction and position and never tries it again, so the work grows
 * linearly with the text. This is the bit-state technique of RE2 (https://swtch.com/~rsc/regexp/regexp3.html). The state is
 * extended by the number of enclosing loops whose round has made progress, because in Python an empty round ends its loop, and
 * the same position then leads elsewhere.
 */
export function searchProgram(program: Program, text: string, captures: boolean, from = 0): Found | null {
  const run = new Run(program, text, captures);
  const { first } = program;
  for (let start = from; start <= text.length; start += 1) {
    const unit = text.charCodeAt(start);
    if (first !== null && (start === text.length || !canBegin(first, unit))) {
      run.spend(1);
    } else if (start === 0 || !isLow(unit) || !isHigh(text.charCodeAt(start - 1))) {
      const end = run.attempt(start);
      if (end >= 0) return { index: start, end, slots: run.slots };
    }
    if (program.anchored) return null;
  }
  return null;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Memory shared by successive searches; searches never nest. */
let sharedMarks = new Uint32Array(256);
let stack = new Int32Array(768);

class Run {
  readonly slots: Int32Array;
  private readonly text: string;
  private readonly program: Program;
  private readonly saves: boolean;
  private readonly marks: Uint32Array | null;
  /** Marks set inside look-arounds and atomic groups, to be cleared if these succeed. */
  private readonly log: number[] = [];
  private aside = 0;
  private top = 0;
  private steps: number;

  constructor(program: Program, text: string, captures: boolean) {
    this.program = program;
    this.text = text;
    this.saves = captures || program.marks === null;
    this.slots = new Int32Array(2 * (program.groups + 1)).fill(-1);
    this.steps = stepBudget(program, text.length);
    this.marks = program.marks === null ? null : this.freshMarks(program.marks * (text.length + 1));
  }

  spend(steps: number): void {
    this.steps -= steps;
    if (this.steps < 0) throw this.tooLong();
  }

  /** Tries to match at one position; returns the end of the match, or -1. */
  attempt(start: number): number {
    this.top = 0;
    this.slots.fill(-1);
    return this.run(0, start);
  }

  private tooLong(): PatternCostError {
    return new PatternCostError(this.program.source, this.text.length);
  }

  private freshMarks(bits: number): Uint32Array {
    if (bits > maxMarkBits) throw this.tooLong();
    const words = (bits + 31) >>> 5;
    if (words > sharedMarks.length) sharedMarks = new Uint32Array(words);
    else sharedMarks.fill(0, 0, words);
    return sharedMarks;
  }

  /** Runs from an instruction to `accept`. On failure, returns -1 and leaves the state unchanged. */
  private run(entry: number, from: number): number {
    const { text } = this;
    const { code } = this.program;
    const length = text.length;
    const base = this.top;
    let pc = entry;
    let at = from;
    let progress = 0;
    for (;;) {
      this.steps -= 1;
      if (this.steps < 0) throw this.tooLong();
      const instruction = code[pc];
      if (instruction === undefined) return -1;
      let next = pc + 1;
      switch (instruction.op) {
        case 'unit':
        case 'set': {
          const end = instruction.op === 'unit' ? this.unit(instruction, at) : this.set(instruction, at);
          if (end < 0) next = -1;
          else {
            at = end;
            progress = progressed;
          }
          break;
        }
        case 'split': {
          if (!this.visit(instruction, at, progress)) next = -1;
          else {
            this.push(instruction.other, at, progress);
            next = instruction.prefer;
          }
          break;
        }
        case 'jump':
          next = instruction.to;
          break;
        case 'save':
          if (this.saves) {
            this.push(-1 - instruction.slot, this.slots[instruction.slot] ?? -1, 0);
            this.slots[instruction.slot] = at;
          }
          break;
        case 'place':
          if (!this.isPlace(instruction.place, at)) next = -1;
          break;
        case 'boundary': {
          const edge = this.isWord(at - 1, instruction.ascii) !== this.isWord(at, instruction.ascii);
          if (length === 0 || edge === instruction.negated) next = -1;
          break;
        }
        case 'round':
          progress = Math.min(progress, instruction.level - 1);
          break;
        case 'roundEnd':
          if (progress < instruction.level) next = instruction.exit;
          break;
        case 'look':
          next = this.look(instruction, pc, at) ? instruction.after : -1;
          break;
        case 'atomic': {
          const end = this.runAside(pc + 1, at, true);
          if (end < 0) next = -1;
          else {
            if (end > at) progress = progressed;
            at = end;
            next = instruction.after;
          }
          break;
        }
        case 'backreference': {
          const end = this.repeatGroup(instruction.group, instruction.fold, at);
          if (end < 0) next = -1;
          else {
            if (end > at) progress = progressed;
            at = end;
          }
          break;
        }
        case 'condition':
          if (!this.isSet(instruction.group)) next = instruction.otherwise;
          break;
        case 'accept':
          return at;
      }
      if (next >= 0) {
        pc = next;
        continue;
      }
      for (;;) {
        if (this.top === base) return -1;
        this.top -= 3;
        const kind = stack[this.top] ?? 0;
        if (kind >= 0) {
          pc = kind;
          at = stack[this.top + 1] ?? 0;
          progress = stack[this.top + 2] ?? 0;
          break;
        }
        this.slots[-1 - kind] = stack[this.top + 1] ?? -1;
      }
    }
  }

  private push(kind: number, value: number, progress: number): void {
    if (this.top + 3 > stack.length) {
      if (stack.length >= 3 * maxStackEntries) throw this.tooLong();
      const larger = new Int32Array(Math.min(2 * stack.length, 3 * maxStackEntries));
      larger.set(stack);
      stack = larger;
    }
    stack[this.top] = kind;
    stack[this.top + 1] = value;
    stack[this.top + 2] = progress;
    this.top += 3;
  }

  /** Marks a state as visited. @returns false if it was visited before, and so cannot lead to a match */
  private visit(split: Extract<Instruction, { op: 'split' }>, at: number, progress: number): boolean {
    const { marks } = this;
    if (marks === null) return true;
    const bit = at * (this.program.marks ?? 0) + split.mark + Math.min(progress, split.level);
    const word = marks[bit >>> 5] ?? 0;
    const mask = 1 << (bit & 31);
    if ((word & mask) !== 0) return false;
    marks[bit >>> 5] = word | mask;
    if (this.aside > 0) this.log.push(bit);
    return true;
  }

  /**
   * Runs a part on its own, without a way to backtrack into it. With `keep`, its captures stay and can be undone. The marks of
   * states on the successful path are cleared, because these states did not fail.
   */
  private runAside(entry: number, from: number, keep: boolean): number {
    const base = this.top;
    const logged = this.log.length;
    this.aside += 1;
    const end = this.run(entry, from);
    this.aside -= 1;
    if (end >= 0) {
      this.unmark(logged);
      this.settle(base, keep);
    }
    this.log.length = logged;
    return end;
  }

  private unmark(logged: number): void {
    const { marks, log } = this;
    if (marks === null) return;
    this.spend(log.length - logged);
    for (let index = logged; index < log.length; index += 1) {
      const bit = log[index] ?? 0;
      marks[bit >>> 5] = (marks[bit >>> 5] ?? 0) & ~(1 << (bit & 31));
    }
  }

  /** Drops the alternatives above `base`. Entries that undo captures are kept, or carried out at once. */
  private settle(base: number, keep: boolean): void {
    if (keep) {
      let kept = base;
      for (let entry = base; entry < this.top; entry += 3) {
        if ((stack[entry] ?? 0) >= 0) continue;
        stack.copyWithin(kept, entry, entry + 3);
        kept += 3;
      }
      this.top = kept;
      return;
    }
    while (this.top > base) {
      this.top -= 3;
      const kind = stack[this.top] ?? 0;
      if (kind < 0) this.slots[-1 - kind] = stack[this.top + 1] ?? -1;
    }
  }

  private look(look: Extract<Instruction, { op: 'look' }>, pc: number, at: number): boolean {
    let from = at;
    for (let back = 0; back < look.back; back += 1) {
      if (from === 0) return look.negated;
      from -=
        from > 1 && isLow(this.text.charCodeAt(from - 1)) && isHigh(this.text.charCodeAt(from - 2)) ? 2 : 1;
    }
    this.spend(look.back);
    return this.runAside(pc + 1, from, !look.negated) >= 0 !== look.negated;
  }

  private unit({ unit, count }: Extract<Instruction, { op: 'unit' }>, at: number): number {
    for (let done = 0; done < count; done += 1) if (this.text.charCodeAt(at + done) !== unit) return -1;
    if (count > 1) this.spend(count);
    return at + count;
  }

  private set({ set, count }: Extract<Instruction, { op: 'set' }>, from: number): number {
    let at = from;
    for (let done = 0; done < count; done += 1) {
      const end = this.member(set, at);
      if (end < 0) return -1;
      at = end;
    }
    if (count > 1) this.spend(count);
    return at;
  }

  private member(set: CharSet, at: number): number {
    const unit = this.text.charCodeAt(at);
    if (at >= this.text.length) return -1;
    if (!isHigh(unit)) return set.has(unit) ? at + 1 : -1;
    const code = this.text.codePointAt(at) ?? unit;
    return set.has(code) ? at + (code > 0xffff ? 2 : 1) : -1;
  }

  private isPlace(place: Extract<Instruction, { op: 'place' }>['place'], at: number): boolean {
    const { text } = this;
    switch (place) {
      case 'start':
        return at === 0;
      case 'line-start':
        return at === 0 || text.charCodeAt(at - 1) === 10;
      case 'end':
        return at === text.length || (at === text.length - 1 && text.charCodeAt(at) === 10);
      case 'line-end':
        return at === text.length || text.charCodeAt(at) === 10;
      case 'text-end':
      default:
        return at === text.length;
    }
  }

  /** Whether the code point at this unit, or the one that ends there, is a word character. */
  private isWord(at: number, ascii: boolean): boolean {
    if (at < 0 || at >= this.text.length) return false;
    const unit = this.text.charCodeAt(at);
    const whole = isLow(unit) && at > 0 && isHigh(this.text.charCodeAt(at - 1)) ? at - 1 : at;
    return inCategory('word', ascii, this.text.codePointAt(whole) ?? unit);
  }

  private isSet(group: number): boolean {
    const start = this.slots[2 * group] ?? -1;
    const end = this.slots[2 * group + 1] ?? -1;
    return start >= 0 && end >= start;
  }

  /** Returns the end of a match of the text that a group captured, or -1. A group that did not take part never matches. */
  private repeatGroup(group: number, fold: 'none' | 'unicode' | 'ascii', from: number): number {
    if (!this.isSet(group)) return -1;
    const { text } = this;
    const end = this.slots[2 * group + 1] ?? 0;
    let at = from;
    for (let other = this.slots[2 * group] ?? 0; other < end;) {
      const wanted = text.codePointAt(other) ?? -1;
      const code = text.codePointAt(at);
      this.spend(1);
      if (code === undefined || !sameLetter(wanted, code, fold)) return -1;
      other += wanted > 0xffff ? 2 : 1;
      at += code > 0xffff ? 2 : 1;
    }
    return at;
  }
}

/** Compares letters as Python does here: by simple lower case, without the exceptions for letters in a pattern. */
function sameLetter(a: number, b: number, fold: 'none' | 'unicode' | 'ascii'): boolean {
  if (a === b || fold === 'none') return a === b;
  if (fold === 'ascii' && (a > 127 || b > 127)) return false;
  return lowerOf(a) === lowerOf(b);
}
