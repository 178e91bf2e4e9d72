import { Document } from 'domhandler';
import { counted } from '../../shared/counted.ts';
import { hasFilledField } from '../../shared/filled.ts';
import { readListings } from '../../shared/spider/listings.ts';
import type { Spider } from '../../shared/spider/schema.ts';
import type { ListPage } from '../browser/types.ts';
import type { Page } from '../extract/page.ts';
import { parsePage } from '../extract/tree.ts';
import { selectorFor, type CompiledSelector } from '../extract/select.ts';
import { fingerprintUrl } from './fingerprint.ts';
import { addressOf, rowKey } from './item-address.ts';
import { likenessOf, type Likeness } from './likeness.ts';
import { expiredLogin, nothing, takeFromPage, type CrawlPlan, type TakenFromPage } from './page.ts';
import type { ReadInput } from './page-items.ts';
import type { PageInput, PageOutput } from './page-types.ts';
import type { NewEvent, NewItem, NewRequest, NewRow } from './ports/ledger.ts';
import { readBody } from './read-body.ts';
import { compressPage } from './stored-page.ts';

/** Begins a page of a list that is kept as one text, with the URL of the page. */
const begin = '<!-- page of a list: ';
const end = '-->\n';
/** Most pages of a list that an event tells one by one. */
const toldPages = 100;

/** A page of a list as text. */
export interface PageText {
  url: string;
  html: string;
}

/** Puts the pages of a list together, each after a comment that its URL cannot end. A reader that knows nothing of lists sees one document with the contents of all. */
export function joinPages(pages: readonly ListPage[]): Uint8Array {
  const text = pages.map(({ url, html }) => {
    const own = Buffer.from(html.buffer, html.byteOffset, html.byteLength).toString('utf8');
    return `${begin}${url.replaceAll('>', '%3E')}${end}${own.replaceAll(begin, '<!-- Page of a list: ')}`;
  });
  return Buffer.from(text.join('\n'));
}

/** The pages of a list that were put together; null: the text is none. */
export function splitPages(text: string): PageText[] | null {
  if (!text.startsWith(begin)) return null;
  return text
    .split(begin)
    .slice(1)
    .map((part) => {
      const at = part.indexOf(end);
      return { url: part.slice(0, at), html: part.slice(at + end.length) };
    });
}

/** A list as one page, for whoever looks at all of it: each of its pages keeps its own tree, one after the other. */
export function parseList(pages: readonly PageText[]): Page {
  const document = new Document(pages.flatMap(({ html }) => parsePage(html).document.children));
  for (const [index, child] of document.children.entries()) {
    child.parent = document;
    child.prev = document.children[index - 1] ?? null;
    child.next = document.children[index + 1] ?? null;
  }
  return { kind: 'html', document };
}

/**
 * Processes the pages of a list as those of one request: links and rows of all, and any other item of the first.
 * @param list how its links are chosen
 */
export function processList(
  plan: CrawlPlan,
  input: PageInput,
  list: NonNullable<PageInput['list']>,
): PageOutput {
  const text = Buffer.from(input.body.buffer, input.body.byteOffset, input.body.byteLength).toString('utf8');
  const pages = splitPages(text) ?? [{ url: input.url, html: text }];
  const { loginExpired, likeness, isFilled, ...taken } = takeFromList(plan, input, pages, list.links);
  if (loginExpired !== undefined) return { ...nothing, loginExpired };
  const isBarren = input.wantsLikeness === true && !isFilled && likeness !== undefined;
  const kept = compressPage(text, 'utf-8', 'html', input);
  return { ...taken, page: kept, ...(isBarren ? { likeness } : {}) };
}

/** Which links of a list are taken, by its first page: a CSS selector; null: all. */
export function listLinks({ settings }: Pick<Spider, 'settings'>, url: string): string | null {
  const own = fingerprintUrl(url);
  return readListings(settings).find((listing) => fingerprintUrl(listing.url) === own)?.links ?? null;
}

/**
 * How many entries of a page of a list are those of the page before: all of them, where the list grows, else none.
 * @param texts the entries of both pages, each as a text that tells it from others
 */
export const entriesBefore = (before: readonly string[], texts: readonly string[]): number =>
  before.every((text, index) => text === texts[index]) ? before.length : 0;

/** What the pages of a list give together. */
interface TakenFromList extends TakenFromPage {
  likeness?: Likeness;
}

/** @param links CSS selector of the links, or of what holds them; null: all */
export function takeFromList(
  plan: CrawlPlan,
  input: ReadInput,
  pages: readonly PageText[],
  links: string | null,
): TakenFromList {
  const { login = null } = plan;
  const within = links === null ? null : selectorOf(links);
  const sum = new ListSum(plan, input);
  for (const [index, { url, html }] of pages.entries()) {
    const body = Buffer.from(html);
    const read = readBody(body, htmlType);
    const loginExpired = login === null ? null : expiredLogin(plan, { ...input, url, body }, read);
    if (loginExpired !== null) return { ...nothing, isFilled: false, loginExpired };
    if (!read.ok) continue;
    const own = { ...input, url, callback: index === 0 || sum.hasRows ? input.callback : null };
    const taken = takeFromPage(plan, own, read.page, { within });
    sum.add(url, taken);
    if (index === 0 && input.wantsLikeness === true) sum.likeness = likenessOf(read.page, input.url);
  }
  return sum.result();
}

const htmlType = 'text/html; charset=utf-8';

function selectorOf(source: string): CompiledSelector | null {
  const read = selectorFor('css', source);
  return read.ok ? read.selector : null;
}

/** Adds up what is taken from the pages of a list. */
class ListSum {
  /** Whether the callback takes rows, so that every page has some. */
  readonly hasRows: boolean;
  likeness: Likeness | null = null;
  readonly #input: ReadInput;
  readonly #address: string;
  readonly #items: NewItem[] = [];
  readonly #rows: NewRow[] = [];
  readonly #links = new Map<string, NewRequest>();
  readonly #events = new Map<string, NewEvent>();
  readonly #told: string[] = [];
  #failure: string | null = null;
  #empty: string | null = null;
  #before: readonly string[] = [];
  #count = 0;

  constructor({ spider }: CrawlPlan, input: ReadInput) {
    const callback = spider.callbacks?.[input.callback ?? ''];
    this.hasRows = (callback?.iterate ?? null) !== null;
    this.#input = input;
    this.#address = addressOf(input.url, input.message);
  }

  add(url: string, taken: TakenFromPage): void {
    if (this.#count === 0) [this.#failure, this.#empty] = [taken.failure, taken.empty];
    this.#count += 1;
    this.#addEntries(taken);
    for (const link of taken.links) {
      if (!this.#links.has(link.fingerprint)) this.#links.set(link.fingerprint, link);
    }
    for (const event of taken.events) {
      const key = `${event.kind} ${event.message}`;
      if (!this.#events.has(key)) this.#events.set(key, event);
    }
    const entries = taken.items.length + taken.rows.length;
    const found = [
      counted(taken.links.length, 'link'),
      ...(this.hasRows ? [counted(entries, 'row')] : []),
    ].join(', ');
    const where = url === this.#input.url ? '' : `, ${url}`;
    this.#told.push(`Page ${this.#count}${where}: ${found}.`);
  }

  /** A list that grows shows the rows of its earlier pages again: they are taken once. */
  #addEntries({ items, rows }: TakenFromPage): void {
    const texts = [
      ...items.map(({ key: _key, url: _url, ...item }) => JSON.stringify(item)),
      ...rows.map(({ values, request }) => JSON.stringify([values, request?.fingerprint])),
    ];
    const from = entriesBefore(this.#before, texts);
    this.#before = texts;
    this.#rows.push(...rows.slice(from));
    for (const item of items.slice(from)) {
      this.#items.push(this.hasRows ? { ...item, key: rowKey(this.#address, this.#items.length) } : item);
    }
  }

  result(): TakenFromList {
    const [items, rows] = [this.#items, this.#rows];
    const told = this.#told.slice(0, toldPages);
    const rest = this.#told.length - told.length;
    const more = rest > 0 ? [`${counted(rest, 'more page')}.`] : [];
    const all = [...told, ...more, `${counted(this.#links.size, 'different link')} in all.`];
    const event = { kind: 'listing', url: this.#input.url, message: all.join(' ') };
    return {
      items,
      rows,
      failure: this.#failure,
      empty: items.length + rows.length > 0 ? null : this.#empty,
      links: [...this.#links.values()],
      events: [...this.#events.values(), event],
      isFilled: items.some(hasFilledField) || rows.some(({ request }) => request !== null),
      ...(this.likeness === null ? {} : { likeness: this.likeness }),
    };
  }
}
