import { textOf } from './plain.ts';
import type { Call, Expression, Statement } from './syntax.ts';

/** The most parts of a value that is known by a name, and the longest text that is put together. */
const maxParts = 2000;
const maxText = 20_000;

/** What names stand for: values that the source writes, put together as far as they are plain. */
export class Scope {
  readonly #outer: Scope | null;
  /** null: something that the source does not write. */
  readonly #names = new Map<string, Expression | null>();

  constructor(outer: Scope | null) {
    this.#outer = outer;
  }

  /** Takes the assignments of a module or a class. */
  assignAll(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (statement.kind === 'assign' && statement.target.kind === 'name')
        this.assign(statement.target.name, statement.value);
    }
  }

  /** Says what a name stands for from now on. */
  assign(name: string, value: Expression): void {
    const known = this.fold(value);
    const isLong = partsOf(known, maxParts) >= maxParts;
    this.#names.set(name, isLong ? { kind: 'other', what: 'a long value', line: value.line } : known);
  }

  /** Says that a name stands for what only a run knows. */
  hide(name: string): void {
    this.#names.set(name, null);
  }

  #of(name: string): Expression | null {
    const own = this.#names.get(name);
    if (own !== undefined) return own;
    return this.#outer === null ? null : this.#outer.#of(name);
  }

  /** The expression with names replaced by what they stand for, and texts and lists put together. */
  fold(value: Expression): Expression {
    switch (value.kind) {
      case 'name':
        return this.#of(value.name) ?? value;
      case 'attribute': {
        const isOwn = value.of.kind === 'name' && ['self', 'cls'].includes(value.of.name);
        const known = isOwn ? this.#of(value.name) : null;
        return known !== null && isPlain(known) ? known : { ...value, of: this.fold(value.of) };
      }
      case 'sum':
        return sumOf(this.fold(value.left), this.fold(value.right), value.line);
      case 'format':
        return formatOf(
          value.parts.map((part) => (typeof part === 'string' ? part : this.fold(part))),
          value.line,
        );
      case 'list':
        return { ...value, items: value.items.map((item) => this.fold(item)) };
      case 'each':
        return this.#each(value);
      case 'dict':
        return { ...value, entries: value.entries.map(([key, entry]) => [this.fold(key), this.fold(entry)]) };
      case 'call': {
        const named = Object.entries(value.named).map(([name, arg]) => [name, this.fold(arg)] as const);
        const args = value.args.map((arg) => this.fold(arg));
        const written = writtenBy(value, args);
        if (written !== null && named.length === 0) return written;
        return { ...value, of: this.fold(value.of), args, named: Object.fromEntries(named) };
      }
      case 'index':
        return { ...value, of: this.fold(value.of), at: this.fold(value.at) };
      case 'present':
        return { ...value, of: this.fold(value.of) };
      case 'value':
      case 'other':
        return value;
      default:
        return value satisfies never;
    }
  }

  /** The list that a comprehension makes of one that stands in the source. */
  #each({ item, name, of, line }: Extract<Expression, { kind: 'each' }>): Expression {
    const from = this.fold(of);
    const computed: Expression = { kind: 'other', what: 'a computed list', line };
    if (from.kind !== 'list') return { kind: 'list', items: [computed], line };
    const items: Expression[] = [];
    let parts = 0;
    for (const value of from.items) {
      const inner = new Scope(this);
      inner.assign(name, value);
      const made = inner.fold(item);
      parts += partsOf(made, maxParts);
      if (parts > maxParts) return { kind: 'list', items: [computed], line };
      items.push(made);
    }
    return { kind: 'list', items, line };
  }
}

/** What calls of `range` and `str` with plain values give; null: it is another call. */
function writtenBy({ of, line }: Call, args: readonly Expression[]): Expression | null {
  if (of.kind !== 'name') return null;
  const values = args.map((arg) => (arg.kind === 'value' ? arg.value : null));
  const [first = null] = values;
  if (of.name === 'str' && args.length === 1 && (typeof first === 'string' || typeof first === 'number'))
    return { kind: 'value', value: String(first), line };
  if (of.name !== 'range' || values.length === 0 || values.length > 3) return null;
  const whole = values
    .filter((value) => typeof value === 'number' && Number.isSafeInteger(value))
    .map(Number);
  if (whole.length !== values.length) return null;
  const [from = 0, to = 0, step = 1] = whole.length === 1 ? [0, ...whole] : whole;
  const count = step === 0 ? Infinity : Math.max(0, Math.ceil((to - from) / step));
  if (count > maxParts) return null;
  const items = Array.from({ length: count }, (_, at): Expression => ({
    kind: 'value',
    value: from + at * step,
    line,
  }));
  return { kind: 'list', items, line };
}

const isPlain = ({ kind }: Expression): boolean => kind === 'value' || kind === 'list' || kind === 'dict';

function sumOf(left: Expression, right: Expression, line: number): Expression {
  const [first, second] = [textOf(left), textOf(right)];
  if (first !== null && second !== null && first.length + second.length <= maxText)
    return { kind: 'value', value: first + second, line };
  if (left.kind === 'list' && right.kind === 'list' && left.items.length + right.items.length <= maxParts)
    return { kind: 'list', items: [...left.items, ...right.items], line };
  return { kind: 'sum', left, right, line };
}

function formatOf(parts: readonly (string | Expression)[], line: number): Expression {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    return part.kind === 'value' && part.value !== null ? String(part.value) : null;
  });
  const known = texts.filter((text) => text !== null);
  const value = known.join('');
  if (known.length === texts.length && value.length <= maxText) return { kind: 'value', value, line };
  return { kind: 'format', parts: [...parts], line };
}

/** How many parts an expression has; counting ends at a limit, because parts may be shared. */
function partsOf(value: Expression, limit: number): number {
  let count = 0;
  const left = [value];
  for (let part = left.pop(); part !== undefined && count < limit; part = left.pop()) {
    count += 1;
    left.push(...innerOf(part));
  }
  return count;
}

function innerOf(value: Expression): readonly Expression[] {
  switch (value.kind) {
    case 'attribute':
    case 'present':
      return [value.of];
    case 'index':
      return [value.of, value.at];
    case 'sum':
      return [value.left, value.right];
    case 'each':
      return [value.item, value.of];
    case 'list':
      return value.items;
    case 'dict':
      return value.entries.flat();
    case 'call':
      return [value.of, ...value.args, ...Object.values(value.named)];
    case 'format':
      return value.parts.filter((part) => typeof part !== 'string');
    case 'name':
    case 'value':
    case 'other':
      return [];
    default:
      return value satisfies never;
  }
}
