import type { PatternNode, Place, RepeatNode } from '../../shared/patterns/ast.ts';
import { isSingle } from '../../shared/patterns/ast.ts';
import { canBeEmpty } from '../../shared/patterns/measure.ts';
import { charSetOf, nativeWord } from './charset.ts';

/**
 * Returns a pattern as the source of a RegExp with the flag `v`, which finds exactly what Python finds in a text that does not
 * end in a line feed; null if there is no such source. Atomic groups, possessive quantifiers, references and conditionals are
 * missing or differ in JavaScript, and loops with a possibly empty body end differently. With `captures`, groups in a loop or
 * look-behind are reset or set differently. Case variants are written out in classes, so the flag `i` is never needed.
 */
export function toNative(node: PatternNode, captures: boolean): string | null {
  const writer = new NativeWriter(captures);
  const source = writer.write(node, false);
  return writer.possible ? source : null;
}

const places: Record<Place, string> = {
  start: '^',
  'line-start': '(?<![^\\n])',
  end: '$',
  'line-end': '(?![^\\n])',
  'text-end': '$',
};

class NativeWriter {
  possible = true;
  private readonly captures: boolean;

  constructor(captures: boolean) {
    this.captures = captures;
  }

  /** @param volatile inside a loop or a look-behind, where captures differ */
  write(node: PatternNode, volatile: boolean): string {
    switch (node.kind) {
      case 'char':
      case 'any':
      case 'class':
        return charSetOf(node).native;
      case 'place':
        return places[node.place];
      case 'boundary':
        return boundary(node.negated, node.ascii);
      case 'sequence':
        return node.items.map((item) => this.write(item, volatile)).join('');
      case 'choice':
        return `(?:${node.branches.map((branch) => this.write(branch, volatile)).join('|')})`;
      case 'group':
        if (this.captures && volatile) this.possible = false;
        return `(${this.captures ? '' : '?:'}${this.write(node.body, volatile)})`;
      case 'look':
        return `(?${node.behind ? '<' : ''}${node.negated ? '!' : '='}${this.write(node.body, volatile || node.behind)})`;
      case 'repeat':
        return this.writeRepeat(node, volatile);
      case 'atomic':
      case 'backreference':
      case 'conditional':
      default:
        this.possible = false;
        return '';
    }
  }

  private writeRepeat(node: RepeatNode, volatile: boolean): string {
    const { min, max, mode } = node;
    const lazy = mode === 'lazy' ? '?' : '';
    const body = this.write(node.body, volatile || max !== 1);
    if (mode === 'possessive') this.possible = false;
    if (min !== max && canBeEmpty(node.body)) {
      // Python accepts an empty round and leaves the loop; JavaScript rejects the round.
      if (max !== 1) this.possible = false;
      return lazy === '' ? `(?:${body}|)` : `(?:|${body})`;
    }
    const count =
      max === null
        ? min === 0
          ? '*'
          : min === 1
            ? '+'
            : `{${min},}`
        : max === min
          ? `{${min}}`
          : min === 0 && max === 1
            ? '?'
            : `{${min},${max}}`;
    const whole = isSingle(node.body) || node.body.kind === 'group';
    return `${whole ? body : `(?:${body})`}${count}${lazy}`;
  }
}

function boundary(negated: boolean, ascii: boolean): string {
  const word = ascii ? '[A-Za-z0-9_]' : `[${nativeWord}]`;
  const edge = `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;
  const inside = `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`;
  // In an empty text, Python finds neither `\b` nor `\B`.
  return negated ? `(?!^$)${inside}` : edge;
}
