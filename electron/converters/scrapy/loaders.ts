import { isCallOf, lastName, textOf } from './plain.ts';
import { fieldOf, regexOf, type Selection } from './selections.ts';
import type { Call, ClassDef, Expression, Statement } from './syntax.ts';

/** What item loaders do to values: by field, and to all others. */
export interface LoaderRules {
  input: ReadonlyMap<string, Expression>;
  output: ReadonlyMap<string, Expression>;
  /** The class of the items of a loader; "": it is not said. */
  item: string;
}

/** Names that stand for all fields. */
const everyField = '*';

/** Reads the classes of items and of loaders in a file: their processors by class. */
export function readLoaderRules(statements: readonly Statement[]): Map<string, LoaderRules> {
  const rules = new Map<string, LoaderRules>();
  for (const statement of statements) {
    if (statement.kind === 'class') rules.set(statement.name, rulesOf(statement));
  }
  return rules;
}

function rulesOf({ body }: ClassDef): LoaderRules {
  const input = new Map<string, Expression>();
  const output = new Map<string, Expression>();
  let item = '';
  for (const statement of body) {
    if (statement.kind !== 'assign' || statement.target.kind !== 'name') continue;
    const { name } = statement.target;
    const { value } = statement;
    if (name === 'default_input_processor') input.set(everyField, value);
    else if (name === 'default_output_processor') output.set(everyField, value);
    else if (name === 'default_item_class') item = lastName(value);
    else if (name.endsWith('_in')) input.set(name.slice(0, -3), value);
    else if (name.endsWith('_out')) output.set(name.slice(0, -4), value);
    else if (isCallOf(value, 'Field')) {
      const { input_processor: first, output_processor: last } = value.named;
      if (first !== undefined) input.set(name, first);
      if (last !== undefined) output.set(name, last);
    }
  }
  return { input, output, item };
}

/** A value that a loader was given for a field. */
export interface LoadedValue {
  field: string;
  /** What it is given: a selection, in most cases. */
  value: Expression;
  line: number;
}

/** What becomes of a value: a field, and what of it is not done. */
export interface LoadedField {
  field: Record<string, unknown>;
  lost: string[];
  why: string | null;
}

/** `ItemLoader(item=Ship(), response=response)`, or one of a class that is known. Null: it is none. */
export function loaderOf(value: Expression, known: ReadonlyMap<string, LoaderRules>): Loader | null {
  if (value.kind !== 'call' || !lastName(value.of).endsWith('Loader')) return null;
  const { item, selector, response } = value.named;
  const of = selector ?? response ?? value.args[1] ?? value.args[2];
  if (of === undefined) return null;
  const given = item ?? value.args[0];
  const own = known.get(lastName(value.of));
  const named = lastName(given?.kind === 'call' ? given.of : given);
  const ofItem = known.get(named === '' ? (own?.item ?? '') : named);
  return new Loader(
    of,
    [own, ofItem].filter((rule) => rule !== undefined),
  );
}

/** A loader that is being filled. */
export class Loader {
  readonly #of: Expression;
  readonly #rules: readonly LoaderRules[];
  readonly #processors = new Map<string, readonly Expression[]>();
  readonly #patterns = new Map<string, string>();
  readonly values: LoadedValue[] = [];

  /** @param of what it selects from @param rules those of its class, and those of its item */
  constructor(of: Expression, rules: readonly LoaderRules[]) {
    this.#of = of;
    this.#rules = rules;
  }

  /** Takes `add_css("name", "h1::text", …)` and the like. @returns whether it is understood */
  add(call: Call): boolean {
    const [field, given, ...processors] = call.args;
    const name = textOf(field);
    const method = lastName(call.of).replace(/^replace_/, 'add_');
    const path = textOf(given);
    if (name === null || given === undefined) return false;
    const { line } = call;
    if (method === 'add_value') this.values.push({ field: name, value: given, line });
    else if ((method === 'add_css' || method === 'add_xpath') && path !== null) {
      const of: Expression = { kind: 'attribute', of: this.#of, name: method.slice(4), line };
      const selected: Expression = { kind: 'call', of, args: [given], named: {}, line };
      const all: Expression = { kind: 'attribute', of: selected, name: 'getall', line };
      this.values.push({ field: name, value: { kind: 'call', of: all, args: [], named: {}, line }, line });
      const pattern = textOf(call.named.re);
      if (pattern !== null) this.#patterns.set(name, pattern);
      this.#processors.set(name, processors);
    } else return false;
    return true;
  }

  /** The field for a value, with the processors of the loader and of the item. */
  fieldOf(name: string, selection: Selection): LoadedField {
    const made: LoadedField = { field: {}, lost: [], why: selection.why };
    const state = { ...selection, processors: [...selection.processors] };
    const pattern = this.#patterns.get(name);
    if (pattern !== undefined) {
      state.processors.push(regexOf(pattern));
      made.why = 'Each value gives its first match, and null where it has none.';
    }
    for (const processor of [...(this.#processors.get(name) ?? []), this.#rule('input', name)])
      apply(processor, state, made);
    apply(this.#rule('output', name), state, made);
    made.field = fieldOf(state);
    return made;
  }

  #rule(kind: 'input' | 'output', name: string): Expression | null {
    for (const rules of this.#rules) {
      const rule = rules[kind].get(name);
      if (rule !== undefined) return rule;
    }
    for (const rules of this.#rules) {
      const rule = rules[kind].get(everyField);
      if (rule !== undefined) return rule;
    }
    return null;
  }
}

const functions: Readonly<Record<string, readonly object[]>> = {
  strip: [{ type: 'strip' }],
  lower: [{ type: 'lowercase' }],
  upper: [{ type: 'uppercase' }],
  split: [{ type: 'split' }],
  int: [{ type: 'cast', to: 'int' }],
  float: [{ type: 'cast', to: 'float' }],
  str: [{ type: 'cast', to: 'str' }],
  urljoin: [{ type: 'urljoin' }],
  normalize_space: [{ type: 'collapse' }],
};

/** Applies a processor of a loader to what is selected. */
function apply(processor: Expression | null, state: Selection, made: LoadedField): void {
  if (processor === null) return;
  const name = lastName(processor.kind === 'call' ? processor.of : processor);
  if (name === 'TakeFirst') {
    // What is a list by then stays one; no processor takes its first value.
    if (state.take === 'all') state.take = 'first';
  } else if (name === 'Join') {
    const separator = processor.kind === 'call' ? (textOf(processor.args[0]) ?? ' ') : ' ';
    state.processors.push({ type: 'join', separator });
  } else if (name === 'MapCompose' || name === 'Compose') {
    for (const step of processor.kind === 'call' ? processor.args : []) call(step, state, made);
    if (name === 'Compose') made.why = 'Each value is processed by itself, not their list.';
  } else if (name !== 'Identity') call(processor, state, made);
}

function call(step: Expression, state: Selection, made: LoadedField): void {
  const name = lastName(step);
  if (name === 'remove_tags' || name === 'replace_tags') {
    if (!state.query.includes('::')) state.toText = true;
    return;
  }
  if (
    name === 'TakeFirst' ||
    name === 'Join' ||
    (step.kind === 'call' && isCallOf(step, 'TakeFirst', 'Join'))
  )
    return apply(step, state, made);
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (known === undefined) made.lost.push(name === '' ? 'a function' : name);
  else state.processors.push(...known);
}
