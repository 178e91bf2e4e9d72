import type { Notes } from '../report.ts';
import { FieldsReader, type Row } from './fields.ts';
import { itemOf, type Item } from './items.ts';
import { loaderOf, type Loader, type LoaderRules } from './loaders.ts';
import { isCallOf, textOf } from './plain.ts';
import { addressed, followOf, type Followed } from './requests.ts';
import type { Scope } from './scope.ts';
import { fieldOf, selectionOf, type Selection } from './selections.ts';
import type { Call, Def, Expression, Statement } from './syntax.ts';

/** Links that are followed, as a rule: where they stand, and the method for their pages. */
export interface Link {
  kind: 'css' | 'xpath';
  region: string;
  callback: string;
  line: number;
}

/** What a method does, as far as it is plain. */
export interface Method {
  name: string;
  line: number;
  /** The fields of the page as one item; null: it makes none. */
  fields: Record<string, unknown> | null;
  /** The rows of the page, each an item, or leading to a page; null: there are none. */
  rows: {
    selector: string;
    fields: Record<string, unknown>;
    follow: { url: object; callback: string } | null;
  } | null;
  links: Link[];
}

/** What is known of the file that a method is in. */
export interface Surroundings {
  scope: Scope;
  /** The names that callbacks have here, by their methods. */
  names: ReadonlyMap<string, string>;
  loaders: ReadonlyMap<string, LoaderRules>;
  /** What rows take along to other pages. */
  carried: Set<string>;
  notes: Notes;
}

/** Reads a callback. What is not plain is reported with its line. */
export function readMethod(statement: Def, around: Surroundings): Method {
  return new MethodReader(statement, around).read();
}

class MethodReader {
  readonly #statement: Def;
  readonly #around: Surroundings;
  readonly #items = new Map<string, Item>();
  readonly #loaders = new Map<string, Loader>();
  readonly #method: Method;
  readonly #page: string;
  readonly #fields: FieldsReader;
  /** Its name here. */
  readonly #own: string;

  constructor(statement: Def, around: Surroundings) {
    this.#statement = statement;
    this.#around = around;
    this.#page = statement.params[1] ?? 'response';
    this.#own = around.names.get(statement.name) ?? statement.name;
    this.#method = { name: statement.name, line: statement.line, fields: null, rows: null, links: [] };
    this.#fields = new FieldsReader({
      name: statement.name,
      own: this.#own,
      page: this.#page,
      notes: around.notes,
      carried: around.carried,
      params: statement.params.slice(2),
    });
    for (const param of statement.params) around.scope.hide(param);
  }

  read(): Method {
    const { params, line, body } = this.#statement;
    const { carried } = this.#around;
    const given = params.slice(2).filter((param) => param !== 'kwargs' && !carried.has(param));
    if (given.length > 0)
      this.#lost(line, `A callback gets the page only, so ${given.join(', ')} has no value.`);
    this.#body(body, null);
    return this.#method;
  }

  #lost(line: number, why: string): void {
    this.#around.notes.lost(this.#fields.place(line), why);
  }

  #body(statements: readonly Statement[], row: Row | null): void {
    for (const statement of statements) this.#do(statement, row);
  }

  #do(statement: Statement, row: Row | null): void {
    const { line } = statement;
    switch (statement.kind) {
      case 'assign':
        return this.#assign(statement);
      case 'yield':
      case 'return':
        if (statement.value !== null) this.#give(this.#around.scope.fold(statement.value), row, line);
        return;
      case 'for':
        return this.#loop(statement, row);
      case 'if':
        return this.#condition(statement, row);
      case 'expression':
        return this.#call(statement.value, line);
      case 'pass':
      case 'import':
        return;
      case 'other':
        // What is tried is done; what fails is listed with the requests of a run.
        if (statement.what === '"try"') return this.#body(statement.body, row);
        return this.#lost(line, `There is no equal of ${statement.what}; what stands in it is left out.`);
      case 'class':
      case 'def':
        return this.#lost(line, 'There is no equal of a definition within a callback.');
      default:
        return statement satisfies never;
    }
  }

  /** Whether something of the page is there need not be asked: what is not there gives null, or no link. */
  #condition({ test, body, line }: Extract<Statement, { kind: 'if' }>, row: Row | null): void {
    const known = this.#around.scope.fold(test);
    const selection = selectionOf(known.kind === 'present' ? known.of : known);
    const isOfPage = selection !== null && [this.#page, row?.name].includes(selection.from);
    if (!isOfPage || selection.query === '')
      return this.#lost(line, 'Conditions are not checked here; what stands in it is left out.');
    this.#body(body, row);
  }

  /** Variables stand for their values; `item["x"] = …` fills an item. */
  #assign({ target, value, line }: Extract<Statement, { kind: 'assign' }>): void {
    if (target.kind === 'name') return this.#variable(target.name, value);
    const owner = target.kind === 'index' && target.of.kind === 'name' ? target.of.name : null;
    const key = target.kind === 'index' ? textOf(target.at) : null;
    const item = owner === null ? undefined : this.#items.get(owner);
    if (key === null || item === undefined)
      return this.#lost(line, 'Only variables and the fields of an item are assigned here.');
    item.set(key, this.#around.scope.fold(value));
  }

  #variable(name: string, value: Expression): void {
    const { scope } = this.#around;
    const known = scope.fold(value);
    // An item that came with the request has its fields from the row.
    const along = this.#fields.alongOf(known);
    const item = along !== null && this.#around.carried.has(along) ? new Map() : itemOf(known);
    const loader = loaderOf(known, this.#around.loaders);
    this.#items.delete(name);
    this.#loaders.delete(name);
    if (item !== null) this.#items.set(name, item);
    if (loader !== null) this.#loaders.set(name, loader);
    if (item === null && loader === null) scope.assign(name, value);
    else scope.hide(name);
  }

  #call(value: Expression, line: number): void {
    // A docstring says nothing to a crawl.
    if (value.kind === 'value') return;
    const known = value.kind === 'call' ? this.#around.scope.fold(value) : value;
    if (known.kind === 'call' && known.of.kind === 'attribute' && known.of.of.kind === 'name') {
      const loader = this.#loaders.get(known.of.of.name);
      if (loader?.add(known) === true) return this.#rest(known, ['re'], line);
    }
    this.#lost(line, 'Only values are taken here; other calls are not made.');
  }

  #rest({ named }: Call, taken: readonly string[], line: number): void {
    for (const name of Object.keys(named))
      if (!taken.includes(name)) this.#lost(line, `There is no equal of ${name}.`);
  }

  #loop({ target, of, body, line }: Extract<Statement, { kind: 'for' }>, row: Row | null): void {
    const selection = selectionOf(this.#around.scope.fold(of));
    const isRows = selection !== null && selection.query !== '' && selection.from === this.#page;
    if (target === null || !isRows || row !== null)
      return this.#lost(
        line,
        'Only a loop over what the page selects, "for x in response.css(…)", becomes rows.',
      );
    this.#around.scope.hide(target);
    this.#items.delete(target);
    // A loop over addresses follows each.
    if (selection.take === 'all') this.#followsEach(target, selection, body);
    else this.#body(body, { name: target, selection });
  }

  #followsEach(name: string, selection: Selection, body: readonly Statement[]): void {
    for (const statement of body) {
      const followed = statement.kind === 'yield' ? followOf(statement.value) : null;
      if (followed === null || addressed(followed.url) !== name)
        this.#lost(statement.line, 'Of a list of addresses, each can only be followed.');
      else this.#link(selection, followed, statement.line);
    }
  }

  #give(value: Expression, row: Row | null, line: number): void {
    const followed = followOf(value);
    if (followed !== null) return this.#follow(followed, row, line);
    if (value.kind === 'list') {
      for (const item of value.items) this.#give(item, row, line);
      return;
    }
    if (isCallOf(value, 'from_response'))
      return this.#lost(line, 'Forms of a page are not sent; for a login, import a SESSION.');
    const fields = this.#fieldsOf(value, row);
    if (fields === null) return this.#lost(line, 'It is neither an item nor a request that is followed.');
    if (row !== null) {
      this.#addRows(row.selection, fields, null, line);
      return;
    }
    if (this.#method.fields !== null)
      return this.#lost(line, 'A page gives one item; another one is given before.');
    this.#method.fields = fields;
  }

  /** The fields of an item, or of what a loader has loaded. Null: it is none. */
  #fieldsOf(value: Expression, row: Row | null): Record<string, unknown> | null {
    const owner = isCallOf(value, 'load_item') && value.of.kind === 'attribute' ? value.of.of : null;
    const loader = owner?.kind === 'name' ? this.#loaders.get(owner.name) : undefined;
    if (loader !== undefined) return this.#fields.ofLoader(loader, row);
    const item = this.#fields.itemIn(value, this.#items);
    return item === null ? null : this.#fields.ofItem(item, row);
  }

  /** @returns whether the rows are of the kind that the page has */
  #addRows(
    { kind, query }: Selection,
    fields: Record<string, unknown>,
    follow: { url: object; callback: string } | null,
    line: number,
  ): boolean {
    const selector = kind === 'json_path' ? `${query}[*]` : query;
    const rows = (this.#method.rows ??= { selector, fields: {}, follow: null });
    if (rows.selector !== selector || (rows.follow !== null && follow !== null)) {
      this.#lost(line, 'A page has rows of one kind; others are given before.');
      return false;
    }
    rows.follow ??= follow;
    rows.fields = { ...fields, ...rows.fields };
    return true;
  }

  #follow(followed: Followed, row: Row | null, line: number): void {
    const { url, callback, isAll } = followed;
    const selection = selectionOf(
      url.kind === 'call' && isCallOf(url, 'urljoin') ? (url.args[0] ?? url) : url,
    );
    if (selection === null || (selection.query === '' && selection.from !== row?.name))
      return this.#lost(line, 'The address that is followed is not what a selector takes from the page.');
    const isRow = row !== null && selection.from === row.name;
    if (isRow && selection.query === '') return this.#link(row.selection, followed, line);
    if (selection.from === this.#page) return this.#link(selection, followed, line);
    if (!isRow || isAll) return this.#lost(line, 'The address that is followed is not of the page.');
    if (callback === null) return this.#lost(line, 'A row that leads on names the callback for its page.');
    const isElement = selection.take === null && selection.kind === 'css' && !selection.query.includes('::');
    const address = isElement ? { ...selection, query: `${selection.query}::attr(href)` } : selection;
    this.#arguments(followed, line);
    const along = this.#fields.along(this.#alongWith(followed), row);
    for (const name of Object.keys(along)) this.#around.carried.add(name);
    const follow = { url: fieldOf({ ...address, take: 'first' }), callback };
    if (this.#addRows(row.selection, along, follow, line))
      this.#around.notes.kept(this.#fields.place(line), `callbacks.${this.#own}.iterate.follow`);
  }

  /** The values that a request takes along: those of an item, each by itself. */
  #alongWith({ along }: Followed): (readonly [string, Expression])[] {
    return along.flatMap(([name, value]) => {
      const item = value.kind === 'name' ? this.#items.get(value.name) : undefined;
      if (item === undefined) return [[name, value] as const];
      this.#around.carried.add(name);
      return [...item];
    });
  }

  #arguments({ lost }: Followed, line: number): void {
    for (const { name, why } of lost) this.#around.notes.lost(`${this.#fields.place(line)}.${name}`, why);
  }

  #link({ kind, query }: Selection, followed: Followed, line: number): void {
    this.#arguments(followed, line);
    for (const [name] of followed.along)
      this.#lost(line, `Only a row takes values along, so "${name}" has none on the next page.`);
    const attribute = /::attr\(([^)]*)\)|\/@([\w-]+)$/.exec(query);
    const name = attribute?.[1] ?? attribute?.[2] ?? 'href';
    if (kind === 'json_path' || name !== 'href')
      return this.#lost(line, 'Rules take links from href; other addresses are not followed.');
    const region =
      kind === 'css' ? query.replaceAll(/::(?:attr\([^)]*\)|text)/g, '') : query.replace(/\/@[\w-]+$/, '');
    this.#method.links.push({ kind, region, callback: followed.callback ?? 'parse', line });
  }
}
