import type { Element } from 'domhandler';
import type { Person } from '../../../test/e2e/window/person.ts';
import { columnsOf, type WantedRows } from './wanted-rows.ts';

/** Nobody goes on after so many interactions; one of them is to try the spider. */
const mostInteractions = 12;
/** A pick shows what it made within this time, or it made nothing. In milliseconds. */
const pickedWithin = 15_000;

type Row = Readonly<Record<string, unknown>>;

/** What someone picks on the page where the proposal falls short. */
export class Hands {
  readonly #person: Person;
  readonly #wanted: WantedRows;

  constructor(person: Person, wanted: WantedRows) {
    this.#person = person;
    this.#wanted = wanted;
  }

  /** Picks the first text of two records, and makes rows of them. @returns why there are no rows; null: there are */
  async makeRows(): Promise<string | null> {
    const slot = this.#wanted.slots.find(
      ({ isText, elements: [first, second] }) => isText && first !== null && second !== null,
    );
    const [first, second] = slot?.elements ?? [];
    if (!first || !second) return 'two records have no text at one place';
    if (!(await this.#pick(first))) return 'the first pick made no field';
    if (!(await this.#click(second))) return 'the second could not be picked';
    const make = this.#person.page.getByRole('button', { name: /^Make \d+ rows$/u });
    if (!(await isSeen(make.waitFor({ timeout: pickedWithin })))) return 'two picks offered no rows';
    await this.#person.click(make, 'make rows');
    await make.waitFor({ state: 'hidden' });
    return null;
  }

  /** Picks what rows do not have yet, until there are as many columns as are wanted. @param rows the first of the rows that are taken */
  async addColumns(rows: readonly Row[]): Promise<void> {
    const taken = rows.flatMap((row) => Object.values(row).map((value) => JSON.stringify(value)));
    let columns = Math.max(1, columnsOf(rows));
    for (const { isText, elements, values } of this.#wanted.slots) {
      if (columns >= this.#wanted.columns || this.#person.did.length + 1 >= mostInteractions) return;
      const at = elements.findIndex((each) => each !== null);
      const [element, value] = [elements[at], values[at] ?? ''];
      if (!isText || !element || taken.some((text) => text.includes(value))) continue;
      if (await this.#pick(element)) columns += 1;
    }
  }

  /** Picks an element. @returns whether it became a new field */
  async #pick(element: Element): Promise<boolean> {
    const name = this.#person.page
      .getByRole('region', { name: 'Field in hand' })
      .getByRole('textbox', { name: 'Name of the field', exact: true });
    const before = (await name.count()) === 0 ? '' : await name.inputValue();
    if (!(await this.#click(element))) return false;
    return isSeen(
      this.#person.page
        .locator(
          `[aria-label="Field in hand"] input[aria-label="Name of the field"]:not([value="${before}"])`,
        )
        .waitFor({ timeout: pickedWithin }),
    );
  }

  async #click(element: Element): Promise<boolean> {
    const number = this.#wanted.numberOf(element);
    const where = this.#person.page
      .frameLocator('iframe.tester-preview')
      .locator(`[data-spider-studio-n="${number}"]`);
    return isSeen(this.#person.click(where, 'pick', { timeout: pickedWithin }));
  }
}

const isSeen = (seen: Promise<unknown>): Promise<boolean> =>
  seen.then(
    () => true,
    () => false,
  );
