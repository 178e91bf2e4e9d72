import { bare } from '../draft.ts';
import type { Notes } from '../report.ts';
import { itemOf, type Item } from './items.ts';
import type { Loader } from './loaders.ts';
import { isCallOf, lastName, textOf } from './plain.ts';
import { fieldOf, selectionOf, type Selection } from './selections.ts';
import type { Expression } from './syntax.ts';

/** The row that statements are about: its variable, and what selects rows. */
export interface Row {
  name: string;
  selection: Selection;
}

/** What a callback is called with, and where its fields go. */
export interface FieldsContext {
  notes: Notes;
  /** Its name in the source, and here. */
  name: string;
  own: string;
  /** The variable of the page. */
  page: string;
  /** Variables of values that come with a request. */
  params: readonly string[];
  /** What rows take along to other pages. */
  carried: ReadonlySet<string>;
}

/** Makes the fields of the items that a callback gives. */
export class FieldsReader {
  readonly #context: FieldsContext;

  constructor(context: FieldsContext) {
    this.#context = context;
  }

  place(line: number): string {
    return `line ${line} (${this.#context.name})`;
  }

  /** The fields of an item. */
  ofItem(item: Item, row: Row | null): Record<string, unknown> {
    const fields = bare<unknown>();
    for (const [name, expression] of item) {
      const { line } = expression;
      const selection = this.#taken(expression, row);
      if (selection === 'url') this.#same(name, 'the URL of every item', line);
      else if (selection !== null) fields[name] = this.#field(name, fieldOf(selection), selection.why, line);
      else if (this.alongOf(expression) === name && this.#context.carried.has(name))
        this.#same(name, 'the row that leads to the page', line);
      else this.#lost(name, expression);
    }
    return fields;
  }

  /** The fields that a loader was given. */
  ofLoader(loader: Loader, row: Row | null): Record<string, unknown> {
    const fields = bare<unknown>();
    const { notes } = this.#context;
    for (const { field: name, value, line } of loader.values) {
      const selection = this.#taken(value, row);
      if (selection === 'url') this.#same(name, 'the URL of every item', line);
      else if (selection === null) this.#lost(name, value);
      else if (name in fields)
        notes.lost(
          this.place(line),
          `"${name}" takes its value from one place; another one is given before.`,
        );
      else {
        const { field, lost, why } = loader.fieldOf(name, selection);
        fields[name] = this.#field(name, field, why, line);
        for (const step of lost)
          notes.lost(this.place(line), `"${step}" is not run on "${name}"; see the processors.`);
      }
    }
    return fields;
  }

  /** What a row takes along: what requests from it carry. @returns the fields */
  along(given: readonly (readonly [string, Expression])[], row: Row): Record<string, unknown> {
    const fields = bare<unknown>();
    for (const [name, value] of given) {
      const selection = this.#taken(value, row);
      if (selection === null || selection === 'url') this.#lost(name, value);
      else {
        const why = 'Values of a row are part of the item of the page that it leads to.';
        fields[name] = this.#field(name, fieldOf(selection), selection.why ?? why, value.line);
      }
    }
    return fields;
  }

  /** The name of a value that came with the request: of `response.meta["x"]`, or of an argument; null: it is none. */
  alongOf(value: Expression): string | null {
    if (value.kind === 'name') return this.#context.params.includes(value.name) ? value.name : null;
    const owner =
      value.kind === 'index'
        ? value.of
        : isCallOf(value, 'get') && value.of.kind === 'attribute'
          ? value.of.of
          : undefined;
    if (!['meta', 'cb_kwargs'].includes(lastName(owner))) return null;
    return textOf(value.kind === 'index' ? value.at : value.kind === 'call' ? value.args[0] : undefined);
  }

  /** Takes what becomes of an item: `{…}`, or what a variable holds. */
  itemIn(value: Expression, items: ReadonlyMap<string, Item>): Item | null {
    return value.kind === 'name' ? (items.get(value.name) ?? null) : itemOf(value);
  }

  #same(name: string, here: string, line: number): void {
    this.#context.notes.kept(`${this.place(line)} ${name}`, here);
  }

  #lost(name: string, value: Expression): void {
    this.#context.notes.lost(
      `${this.place(value.line)} ${name}`,
      'It is not what a selector takes from the page.',
    );
  }

  #field(name: string, field: object, why: string | null, line: number): object {
    const { notes, own } = this.#context;
    const path = ['callbacks', own, 'extract', name];
    const place = `${this.place(line)} ${name}`;
    notes.from(path, place);
    if (why === null) notes.kept(place, path.join('.'));
    else notes.changed(place, path.join('.'), why);
    return field;
  }

  #taken(value: Expression, row: Row | null): Selection | 'url' | null {
    const { page } = this.#context;
    if (value.kind === 'attribute' && value.name === 'url' && value.of.kind === 'name')
      return value.of.name === page ? 'url' : null;
    const selection = selectionOf(value);
    if (selection === null || selection.take === null || selection.query === '') return null;
    if (row === null) return selection.from === page ? selection : null;
    // An XPath from the root selects from the page, wherever it begins.
    const isHere =
      selection.from === row.name || (selection.from === page && /^\/|^\(\//.test(selection.query));
    return isHere ? selection : null;
  }
}
