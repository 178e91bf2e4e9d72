import { isTag, type AnyNode, type Element } from 'domhandler';
import { describeTree, type DescribedTree } from '../../../electron/authoring/tree.ts';
import { selectEntries } from '../../../electron/extract/entries.ts';
import { selectorFor } from '../../../electron/extract/select.ts';
import { parsePage } from '../../../electron/extract/tree.ts';
import { decodePage } from '../../../electron/fetch/decode.ts';
import type { ProposedList } from '../../../shared/contract/types.ts';
import { languageOfRows, type SelectorLanguage } from '../../../shared/selectors/language.ts';
import type { Callback } from '../../../shared/spider/schema.ts';
import { hitsOf, type Hits } from '../is-right.ts';
import { recordText } from '../record-text.ts';
import { slotsOf, type Slot } from './slots.ts';

/** What the truth of a page tells about its records. */
export interface TrueRecords {
  readonly texts: readonly string[];
  /** XPaths of the records. */
  readonly records: readonly string[];
}

/** Of the rows of a proposal, this share is to be wanted. */
const leastRight = 0.8;

/** What someone wants from a page: the records that its truth lists, in columns. */
export class WantedRows {
  readonly #tree: DescribedTree;
  readonly #texts: readonly string[];
  /** What differs from record to record, in the order of the page. */
  readonly slots: readonly Slot[];

  /** @param body the page as it is served */
  constructor(body: Buffer, { texts, records }: TrueRecords) {
    this.#tree = describeTree(parsePage(decodePage(body, null, 'html').text));
    this.#texts = texts;
    this.slots = slotsOf(records.flatMap((path) => this.#select(path, 'xpath')));
  }

  /** How many rows there are to be: ten, or all where there are fewer. */
  get rows(): number {
    return Math.min(10, this.#texts.length);
  }

  /** How many columns there are to be: five, or all that vary. */
  get columns(): number {
    return Math.min(5, this.slots.length);
  }

  /** The number of an element, as the window counts elements. */
  numberOf(element: Element): number | null {
    return this.#tree.factsOf(element)?.at ?? null;
  }

  /** The rows that a callback takes, against those that are wanted. */
  hitsOf({ iterate, extract }: Pick<Callback, 'iterate' | 'extract'>): Hits {
    const source = iterate?.selector ?? '';
    const starts = source === '' ? [] : this.#select(source, languageOfRows(source));
    // Fields that follow the row tell that it is the first of some siblings.
    const isRun = JSON.stringify(extract ?? {}).includes('following');
    const texts = starts.map((start) => recordText(isRun ? runFrom(start, new Set(starts)) : [start]));
    return hitsOf(this.#texts, texts);
  }

  /** The elements that the fields of a list take, in their text or in an attribute: the window outlines them. */
  takenBy({ selector: source, fields }: Pick<ProposedList, 'selector' | 'fields'>): ReadonlySet<AnyNode> {
    const scopes = this.#select(source, languageOfRows(source));
    const nodes = fields.flatMap(({ language, selector }) => {
      const read = language === 'json' ? null : selectorFor(language, selector);
      return read?.ok === true ? scopes.flatMap((scope) => read.selector.select(scope)) : [];
    });
    return new Set(nodes.flatMap(({ node }) => (node === null || isTag(node) ? node : node.parent) ?? []));
  }

  /** Whether enough rows are there, and hardly others. */
  areEnough({ hits, found }: Hits): boolean {
    return hits >= this.rows && hits >= leastRight * found;
  }

  #select(source: string, language: SelectorLanguage): Element[] {
    const found = selectEntries(this.#tree.page.document, { source, language, what: 'rows' });
    return found.ok ? found.scopes.filter((scope): scope is Element => 'type' in scope && isTag(scope)) : [];
  }
}

/** The siblings from the first of a row to the first of the next one. */
function runFrom(start: Element, starts: ReadonlySet<AnyNode>): AnyNode[] {
  const nodes: AnyNode[] = [start];
  for (let next = start.next; next !== null && !starts.has(next); next = next.next) nodes.push(next);
  return nodes;
}

/** How many columns of rows differ from row to row, those with the same values counted once. */
export function columnsOf(rows: readonly Readonly<Record<string, unknown>>[]): number {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name) => rows.map((row) => JSON.stringify(row[name] ?? null)));
  return new Set(columns.filter((values) => new Set(values).size > 1).map((values) => values.join())).size;
}
