import type { ClassItem, ClassNode } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { refusal } from './cursor.ts';
import { readCategory, readCharEscape } from './escapes.ts';
import type { Flags } from './flags.ts';
import { foldingOf } from './flags.ts';

/** Parses a character class after its opening bracket. A leading `]` is a member, as in `[]abc]`. */
export function readClass(cursor: Cursor, flags: Flags): ClassNode {
  const open = cursor.offset - 1;
  const negated = cursor.take('^');
  const items: ClassItem[] = [];
  for (;;) {
    if (cursor.done) throw unterminated(open);
    if (items.length > 0 && cursor.take(']')) break;
    const start = cursor.offset;
    const item = readMember(cursor, flags);
    if (!cursor.take('-')) {
      items.push(item);
      continue;
    }
    if (cursor.done) throw unterminated(open);
    if (cursor.take(']')) {
      items.push(item, { kind: 'range', from: 0x2d, to: 0x2d });
      break;
    }
    items.push(rangeOf(item, readMember(cursor, flags), cursor.source.slice(start, cursor.offset), start));
  }
  return { kind: 'class', negated, items, fold: foldingOf(flags) };
}

function readMember(cursor: Cursor, flags: Flags): ClassItem {
  if (cursor.take('\\')) {
    const category = readCategory(cursor, flags.ascii);
    if (category !== null) return category;
    const code = readCharEscape(cursor, true);
    return { kind: 'range', from: code, to: code };
  }
  const code = cursor.next().codePointAt(0) ?? 0;
  return { kind: 'range', from: code, to: code };
}

function rangeOf(from: ClassItem, to: ClassItem, text: string, offset: number): ClassItem {
  if (from.kind !== 'range' || to.kind !== 'range') {
    throw refusal(
      `The range "${text}" has no single character at each end.`,
      offset,
      'Put the hyphen last in the class, or write \\-.',
    );
  }
  if (to.from < from.from) {
    throw refusal(`The range "${text}" runs backwards.`, offset, 'Write the smaller character first.');
  }
  return { kind: 'range', from: from.from, to: to.from };
}

function unterminated(open: number) {
  return refusal(
    'The character class that opens here is never closed.',
    open,
    'Add a closing bracket, or write \\[ for a literal one.',
  );
}
