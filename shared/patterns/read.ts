import type { ClassNode, Pattern, PatternNode, PatternProblem } from './ast.ts';
import { readClass } from './class-reader.ts';
import { Cursor, PatternRefused, refusal } from './cursor.ts';
import { readCategory, readCharEscape } from './escapes.ts';
import type { Flags } from './flags.ts';
import { commentRest, foldingOf, readGlobalFlags, readScopedFlags, verboseGap } from './flags.ts';
import { GroupTable } from './groups.ts';
import { sizeOf } from './measure.ts';

export type { Pattern, PatternProblem } from './ast.ts';

/** Maximum length of a pattern, in UTF-16 units. */
export const maxPatternLength = 20_000;
/** Maximum nesting depth of groups. Python's own limit is a few hundred. */
export const maxPatternNesting = 100;
/** Maximum size of a pattern; see `sizeOf`. */
export const maxPatternSize = 30_000;

/** Largest count in braces that Python accepts. */
const maxCount = 4_294_967_294;

/**
 * Parses a regular expression in the syntax of Python 3.11's `re` for text. Rejects what Python rejects, and also
 * `\N{…}` and patterns over the limits above.
 */
export function readPattern(
  source: string,
): { ok: true; pattern: Pattern } | { ok: false; problem: PatternProblem } {
  try {
    return { ok: true, pattern: new PatternReader(source).read() };
  } catch (error) {
    if (error instanceof PatternRefused) return { ok: false, problem: error.problem };
    throw error;
  }
}

class PatternReader {
  private readonly cursor: Cursor;
  private readonly groups = new GroupTable();
  /** Groups that conditions refer to by number; they may follow later in the pattern. */
  private readonly conditions: { group: number; offset: number }[] = [];
  private depth = 0;

  constructor(source: string) {
    if (source.length > maxPatternLength) {
      throw refusal(
        `The pattern is longer than ${maxPatternLength} characters.`,
        maxPatternLength,
        'Split it into several patterns.',
      );
    }
    this.cursor = new Cursor(source);
  }

  read(): Pattern {
    const { cursor, groups } = this;
    const node = this.readChoice(readGlobalFlags(cursor));
    if (!cursor.done) {
      throw refusal(
        'This closing parenthesis has no opening one.',
        cursor.offset,
        'Remove it, or write \\) for a literal one.',
      );
    }
    for (const { group, offset } of this.conditions) {
      if (group > groups.count) throw refusal(`The pattern has no group ${group}.`, offset);
    }
    if (sizeOf(node) > maxPatternSize) {
      throw refusal(
        'The pattern becomes too large when its counted repetitions are written out.',
        0,
        'Use smaller counts in braces, or * and +.',
      );
    }
    return {
      source: cursor.source,
      node,
      groups: groups.count,
      groupNames: Object.fromEntries(groups.names),
    };
  }

  private readChoice(flags: Flags): PatternNode {
    const branches = [this.readSequence(flags)];
    while (this.cursor.take('|')) branches.push(this.readSequence(flags));
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: 'choice', branches };
  }

  private readSequence(flags: Flags): PatternNode {
    const { cursor } = this;
    const items: PatternNode[] = [];
    /** False after a quantifier or an anchor, which cannot be quantified. */
    let repeatable = false;
    let repeated = false;
    for (;;) {
      if (flags.verbose && cursor.takeMatch(verboseGap)) continue;
      const start = cursor.offset;
      const char = cursor.peek();
      if (char === '' || char === '|' || char === ')') break;
      const count = this.readQuantifier();
      if (count !== null) {
        const body = items.pop();
        if (repeated) {
          throw refusal(
            'A quantifier follows another quantifier.',
            start,
            'Remove one, or put the part before it in (?:…).',
          );
        }
        if (body === undefined || !repeatable) {
          throw refusal(
            'There is nothing here that could be repeated.',
            start,
            `Write \\${char} for a literal "${char}".`,
          );
        }
        items.push({ kind: 'repeat', ...count, body });
        repeatable = false;
        repeated = true;
        continue;
      }
      const item = this.readItem(flags);
      if (item === null) continue;
      items.push(item);
      repeated = false;
      repeatable = item.kind !== 'place' && item.kind !== 'boundary';
      if (cursor.source.startsWith('(', start)) repeatable = true;
    }
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items };
  }

  /** Reads a quantifier with its mode. Returns null, without moving, if there is none: a lone `{` is a character. */
  private readQuantifier(): {
    min: number;
    max: number | null;
    mode: 'greedy' | 'lazy' | 'possessive';
  } | null {
    const { cursor } = this;
    const start = cursor.offset;
    let min = 0;
    let max: number | null = null;
    if (cursor.take('?')) max = 1;
    else if (cursor.take('+')) min = 1;
    else if (!cursor.take('*')) {
      const braces = cursor.takeMatch(/\{(?!\})([0-9]*)(?:(,)([0-9]*))?\}/y);
      if (braces === null) return null;
      const [, low = '', comma, high = ''] = braces;
      min = low === '' ? 0 : Number(low);
      if (comma === undefined) max = min;
      else if (high !== '') max = Number(high);
      if (Math.max(min, max ?? 0) > maxCount) throw refusal('The number in braces is too large.', start);
      if (max !== null && max < min) {
        throw refusal('The larger number comes first in these braces.', start, `Write {${max},${min}}.`);
      }
    }
    if (cursor.take('?')) return { min, max, mode: 'lazy' };
    if (cursor.take('+')) return { min, max, mode: 'possessive' };
    return { min, max, mode: 'greedy' };
  }

  /** Reads one item. Returns null for a comment. */
  private readItem(flags: Flags): PatternNode | null {
    const { cursor } = this;
    const char = cursor.next();
    switch (char) {
      case '\\':
        return this.readEscape(flags);
      case '[':
        return simplify(readClass(cursor, flags));
      case '(':
        return this.readGroup(flags);
      case '.':
        return { kind: 'any', newline: flags.dotAll };
      case '^':
        return { kind: 'place', place: flags.multiline ? 'line-start' : 'start' };
      case '$':
        return { kind: 'place', place: flags.multiline ? 'line-end' : 'end' };
      default:
        return { kind: 'char', code: char.codePointAt(0) ?? 0, fold: foldingOf(flags) };
    }
  }

  private readEscape(flags: Flags): PatternNode {
    const { cursor } = this;
    const start = cursor.offset - 1;
    const category = readCategory(cursor, flags.ascii);
    if (category !== null) return { kind: 'class', negated: false, items: [category], fold: 'none' };
    if (cursor.take('A')) return { kind: 'place', place: 'start' };
    if (cursor.take('Z')) return { kind: 'place', place: 'text-end' };
    if (cursor.take('b')) return { kind: 'boundary', negated: false, ascii: flags.ascii };
    if (cursor.take('B')) return { kind: 'boundary', negated: true, ascii: flags.ascii };
    // Three octal digits are a character; one or two digits without a leading 0 refer to a group.
    const reference = cursor.takeMatch(/(?![0-7]{3})([1-9][0-9]?)/y)?.[1];
    if (reference !== undefined) {
      const group = Number(reference);
      this.groups.checkReference(group, start);
      return { kind: 'backreference', group, fold: foldingOf(flags) };
    }
    return { kind: 'char', code: readCharEscape(cursor, false), fold: foldingOf(flags) };
  }

  /** Reads what follows an opening parenthesis, up to and including the closing one. */
  private readGroup(flags: Flags): PatternNode | null {
    const { cursor, groups } = this;
    const open = cursor.offset - 1;
    if (!cursor.take('?')) return this.readCapture(flags, open, null);
    const start = cursor.offset;
    const char = cursor.next();
    switch (char) {
      case ':':
        return this.readBody(flags, open);
      case '>':
        return { kind: 'atomic', body: this.readBody(flags, open) };
      case '=':
      case '!':
        return {
          kind: 'look',
          behind: false,
          negated: char === '!',
          width: 0,
          body: this.readBody(flags, open),
        };
      case '#':
        if (cursor.takeMatch(commentRest) === null) {
          throw refusal('The comment that opens here is never closed.', open, 'Add a closing parenthesis.');
        }
        return null;
      case '(':
        return this.readConditional(flags, open);
      case '<':
        return this.readLookBehind(flags, open);
      case 'P': {
        if (cursor.take('<')) {
          const at = cursor.offset;
          const name = this.readName('>');
          return this.readCapture(flags, open, { text: name, offset: at });
        }
        if (cursor.take('=')) {
          const at = cursor.offset;
          const group = this.groupNamed(this.readName(')'), at);
          groups.checkReference(group, at);
          return { kind: 'backreference', group, fold: foldingOf(flags) };
        }
        throw unknownGroup(`(?P${cursor.peek()}`, open, 'Write (?P<name>…) or (?P=name).');
      }
      case '':
        throw unclosed(open);
      default: {
        if (!/[A-Za-z-]/.test(char) || char === 'R') throw unknownGroup(`(?${char}`, open, null);
        cursor.offset = start;
        return this.readBody(readScopedFlags(cursor, flags), open);
      }
    }
  }

  private readCapture(
    flags: Flags,
    open: number,
    name: { text: string; offset: number } | null,
  ): PatternNode {
    const index = this.groups.open(name?.text ?? null, name?.offset ?? open);
    const body = this.readBody(flags, open);
    this.groups.close(index, body);
    return { kind: 'group', index, body };
  }

  private readLookBehind(flags: Flags, open: number): PatternNode {
    const { cursor, groups } = this;
    const kind = cursor.next();
    if (kind !== '=' && kind !== '!') {
      const name = cursor.source.slice(cursor.offset - kind.length).match(/^[^>()]*/)?.[0] ?? '';
      throw unknownGroup('(?<', open, `Write (?P<${name === '' ? 'name' : name}>…) for a named group.`);
    }
    const outer = groups.lookBehindFrom;
    groups.lookBehindFrom ??= groups.count;
    const body = this.readBody(flags, open);
    groups.lookBehindFrom = outer;
    const width = groups.widthOf(body);
    if (width.min !== width.max) {
      throw refusal(
        'A look behind must always match the same number of characters.',
        open,
        'Leave out *, +, ? and branches of different length, or write one look behind for each length.',
      );
    }
    return { kind: 'look', behind: true, negated: kind === '!', width: width.min, body };
  }

  private readConditional(flags: Flags, open: number): PatternNode {
    const { cursor, groups } = this;
    const at = cursor.offset;
    const number = cursor.takeMatch(/([0-9]+)\)/y)?.[1];
    const group = number === undefined ? this.groupNamed(this.readName(')'), at) : Number(number);
    if (group === 0) throw refusal('Groups are counted from 1.', at);
    this.conditions.push({ group, offset: at });
    groups.checkInLookBehind(group, at);
    return this.nested(open, () => {
      const yes = this.readSequence(flags);
      const no: PatternNode = cursor.take('|') ? this.readSequence(flags) : { kind: 'sequence', items: [] };
      if (cursor.peek() === '|') {
        throw refusal(
          'A condition has at most two branches.',
          cursor.offset,
          'Put further branches in (?:…).',
        );
      }
      return { kind: 'conditional', group, yes, no };
    });
  }

  private readBody(flags: Flags, open: number): PatternNode {
    return this.nested(open, () => this.readChoice(flags));
  }

  /** Reads the content of a group and its closing parenthesis. @throws PatternRefused beyond `maxPatternNesting` */
  private nested(open: number, read: () => PatternNode): PatternNode {
    this.depth += 1;
    if (this.depth > maxPatternNesting) {
      throw refusal(`Groups nest more than ${maxPatternNesting} deep here.`, open, 'Simplify the pattern.');
    }
    const node = read();
    this.depth -= 1;
    if (!this.cursor.take(')')) throw unclosed(open);
    return node;
  }

  private readName(end: string): string {
    const at = this.cursor.offset;
    const name = this.cursor.takeUntil(end);
    if (name === null) throw refusal(`The group name that begins here must end with "${end}".`, at);
    if (!/^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(name)) {
      throw refusal(
        `"${name}" cannot be a group name.`,
        at,
        'Use letters, digits and underscores, and do not begin with a digit.',
      );
    }
    return name;
  }

  private groupNamed(name: string, offset: number): number {
    const group = this.groups.names.get(name);
    if (group === undefined) {
      throw refusal(
        `There is no group named "${name}" before this point.`,
        offset,
        'Define it first: (?P<name>…).',
      );
    }
    return group;
  }
}

/** Simplifies a class with one character to that character. */
function simplify(node: ClassNode): PatternNode {
  const [item] = node.items;
  if (node.items.length === 1 && !node.negated && item?.kind === 'range' && item.from === item.to) {
    return { kind: 'char', code: item.from, fold: node.fold };
  }
  return node;
}

function unclosed(open: number) {
  return refusal(
    'The parenthesis that opens here is never closed.',
    open,
    'Add a closing one, or write \\( for a literal one.',
  );
}

function unknownGroup(text: string, offset: number, hint: string | null) {
  return refusal(`"${text}" opens no group in Python syntax.`, offset, hint);
}
