import type { AnyNode, Element } from 'domhandler';
import type { ProposedList } from '../../../shared/contract/types.ts';
import type { Person } from '../../../test/e2e/window/person.ts';
import { recordText } from '../record-text.ts';
import { columnsOf, type WantedRows } from './wanted-rows.ts';

/** Nobody goes on after so many interactions; one of them is to try the spider. */
const mostInteractions = 12;
/** A pick shows what it made within this time, or it made nothing. In milliseconds. */
const pickedWithin = 10_000;
/** Columns are offered with rows within this time, in milliseconds. */
const columnsWithin = 5_000;

/** How the bar of the page tells how many fields are taken. */
const fieldsTaken = /([1-9]\d*) fields? by/u;

type Row = Readonly<Record<string, unknown>>;

/** What someone picks on the page where the proposal falls short. */
export class Hands {
  readonly #person: Person;
  readonly #wanted: WantedRows;

  constructor(person: Person, wanted: WantedRows) {
    this.#person = person;
    this.#wanted = wanted;
  }

  /**
   * Picks the first text of two records, and makes rows of them with all columns, where there are some.
   * @returns why there are no rows; null: there are
   */
  async makeRows(): Promise<string | null> {
    const pairs = this.#wanted.slots.map(({ isText, elements }) => (isText ? likeElements(elements) : null));
    const [first, second] = pairs.find((pair) => pair !== null) ?? [];
    if (first === undefined || second === undefined) return 'no two records have texts that look alike';
    if (!(await this.#pick(first))) return 'the first pick made no field';
    if (!(await this.#click(second))) return 'the second could not be picked';
    const { page } = this.#person;
    const make = page.getByRole('button', { name: /^Make \d+ rows$/u });
    if (!(await isSeen(make.waitFor({ timeout: pickedWithin })))) return 'two picks offered no rows';
    const whole = page.getByRole('button', { name: /^Make \d+ rows with all columns$/u });
    const hasColumns = await isSeen(whole.waitFor({ timeout: columnsWithin }));
    await this.#person.click(hasColumns ? whole : make, hasColumns ? 'make rows with columns' : 'make rows');
    await make.waitFor({ state: 'hidden' });
    return null;
  }

  /** The first rows of the table as texts, without their numbers. */
  async rowsShown(): Promise<Row[]> {
    const table = this.#person.page.getByRole('grid', { name: /^Rows of/u });
    await table.getByRole('gridcell').first().waitFor();
    const rows = await table.getByRole('row').all();
    const texts = await Promise.all(rows.map((row) => row.getByRole('gridcell').allTextContents()));
    return texts
      .filter((cells) => cells.length > 0)
      .map((cells) => Object.fromEntries(cells.slice(1).map((text, at) => [at, text])));
  }

  /**
   * Adds columns until there are as many as are wanted: first texts of the page that no column has, then columns that the proposal
   * left out, then parts of texts that a column has.
   * @param rows the first of the rows that are taken
   * @param list the list that they were proposed as; null: they were made by hand
   */
  async addColumns(rows: readonly Row[], list: ProposedList | null): Promise<void> {
    const taken = rows.flatMap((row) => Object.values(row).map(wordsIn));
    const isTaken = (element: Element): boolean => {
      const words = wordsIn(recordText([element]));
      return taken.some((text) => text.includes(words));
    };
    const left = this.#textsLeft(list === null ? new Set() : this.#wanted.takenBy(list));
    await this.#person.bar.getByText(fieldsTaken).waitFor();
    let columns = Math.max(1, columnsOf(rows));
    columns = await this.#pickEach(
      left.filter((element) => !isTaken(element)),
      columns,
    );
    if (list !== null) columns = await this.#addOffered(list, columns);
    await this.#pickEach(left.filter(isTaken), columns);
  }

  /** A text of each place in the records that is not outlined. */
  #textsLeft(outlined: ReadonlySet<AnyNode>): Element[] {
    return this.#wanted.slots
      .filter(({ isText }) => isText)
      .map(({ elements }) => elements.filter((each) => each !== null))
      .filter((elements) => !elements.some((each) => outlined.has(each)))
      .flatMap(([first]) => (first === undefined || wordsIn(recordText([first])) === '' ? [] : [first]));
  }

  /** Picks until there are enough columns. @returns how many there are then */
  async #pickEach(elements: readonly Element[], before: number): Promise<number> {
    let columns = before;
    for (const element of elements) {
      if (columns >= this.#wanted.columns || this.#person.did.length + 1 >= mostInteractions) break;
      if (await this.#pick(element)) columns += 1;
    }
    return columns;
  }

  /** Adds columns that the proposal left out: by the buttons beside the menu, or in it. @returns how many columns there are then */
  async #addOffered({ rows, fields }: ProposedList, before: number): Promise<number> {
    const own = (names: readonly string[]): Row[] =>
      rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
    const taken = fields.map(({ name }) => name);
    const more = Object.keys(rows[0] ?? {})
      .filter((name) => !taken.includes(name))
      .filter((name) => columnsOf(own([...taken, name])) > columnsOf(own(taken)))
      .slice(0, Math.max(0, this.#wanted.columns - before));
    if (more.length === 0) return before;
    const { page } = this.#person;
    const menu = page.getByRole('button', { name: /^\d+ more columns?$/u });
    await menu.waitFor();
    const inMenu = [];
    for (const name of more) {
      const add = page.getByRole('button', { name: `Add ${name}`, exact: true });
      if ((await add.count()) === 0) inMenu.push(name);
      else await this.#person.click(add, 'a column');
    }
    if (inMenu.length > 0) await this.#person.click(menu, 'more columns');
    for (const name of inMenu) {
      const entry = page.getByRole('menuitemcheckbox', { name: new RegExp(`^${name}(?:: |$)`, 'u') });
      await this.#person.click(entry, 'a column');
    }
    return before + more.length;
  }

  /** Picks an element. @returns whether it became a new field */
  async #pick(element: Element): Promise<boolean> {
    const { bar } = this.#person;
    const [, before = '0'] = fieldsTaken.exec((await bar.textContent()) ?? '') ?? [];
    if (!(await this.#click(element))) return false;
    const taken = bar.getByText(new RegExp(`\\b${Number(before) + 1} fields? by`, 'u'));
    return isSeen(taken.waitFor({ timeout: pickedWithin }));
  }

  async #click(element: Element): Promise<boolean> {
    const number = this.#wanted.numberOf(element);
    const where = this.#person.page
      .frameLocator('iframe.tester-preview')
      .locator(`[data-spider-studio-n="${number}"]`);
    return isSeen(this.#person.click(where, 'pick', { timeout: pickedWithin }));
  }
}

/** The words of a value with single spaces between them, whether it is one text or several. */
function wordsIn(value: unknown): string {
  const text = [value].flat().filter((each) => typeof each === 'string' || typeof each === 'number');
  return (text.join(' ').match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** The first elements of two records in turn that are of the same class; null: there are none. */
function likeElements(elements: readonly (Element | null)[]): [Element, Element] | null {
  for (const [at, second] of elements.entries()) {
    const first = elements[at - 1] ?? null;
    if (first !== null && second !== null && first.attribs['class'] === second.attribs['class']) {
      return [first, second];
    }
  }
  return null;
}

const isSeen = (seen: Promise<unknown>): Promise<boolean> =>
  seen.then(
    () => true,
    () => false,
  );
