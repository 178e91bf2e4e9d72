import { entriesOf, isObject } from '../../../shared/spider/plain.ts';
import { callbackName, emptyDraft, type Draft } from '../draft.ts';
import { finish, type ConvertedSpider } from '../finish.ts';
import { Notes } from '../report.ts';
import { jsonOrNothing, NotConvertible, readJson, type Converter } from '../source.ts';
import { textFrom } from '../values.ts';
import { Fields, within } from './fields.ts';
import { isElement, isLink, readSelectors, rootId, type Selector } from './selectors.ts';
import { convertStartUrls } from './start-urls.ts';

/** There clicks go on until nothing appears; a page that always changes needs an end. */
const maxClicks = 100;

/** Reads sitemaps of the browser extension Web Scraper. */
export const webscraper: Converter = {
  recognises(files) {
    const document = jsonOrNothing(files[0]?.text);
    return files.length === 1 && isSitemap(document);
  },
  convert: (files) =>
    files.map((file) => {
      const document = readJson(file);
      if (!isSitemap(document)) {
        throw new NotConvertible(
          `"${file.name}" is no sitemap of Web Scraper.`,
          'It has _id, startUrl and selectors.',
        );
      }
      return convertSitemap(document);
    }),
};

type Sitemap = Readonly<Record<string, unknown>>;

function isSitemap(document: unknown): document is Sitemap {
  return (
    isObject(document) &&
    Array.isArray(document.selectors) &&
    ('startUrl' in document || 'startUrls' in document)
  );
}

function convertSitemap(document: Sitemap): ConvertedSpider {
  const notes = new Notes();
  const id = typeof document._id === 'string' ? document._id : '';
  const draft = emptyDraft(id);
  if (draft.name === id) notes.kept('_id', 'name');
  else notes.changed('_id', `name: ${draft.name}`, 'A name has letters, digits, "-" and "_" only.');
  convertStartUrls(document.startUrls ?? document.startUrl, draft, notes);
  new Graph(readSelectors(document.selectors, notes), draft, notes).convert();
  return finish(draft, notes);
}

/** The selectors of a sitemap as a graph of pages: each page has a callback, and links are rules or lead rows on. */
class Graph {
  readonly #selectors: readonly Selector[];
  readonly #draft: Draft;
  readonly #notes: Notes;
  readonly #fields: Fields;
  /** The callbacks of pages by the selector that leads to them; null: nothing is taken there. */
  readonly #pages = new Map<string, string | null>();
  readonly #ruled = new Set<string>();

  constructor(selectors: readonly Selector[], draft: Draft, notes: Notes) {
    this.#selectors = selectors;
    this.#draft = draft;
    this.#notes = notes;
    this.#fields = new Fields((id) => this.#children(id), notes);
  }

  convert(): void {
    this.#waits();
    const start = this.#page(rootId);
    if (start !== null) this.#extractAtStart(start);
    for (const selector of this.#selectors) {
      const lost = selector.parents.filter(
        (parent) => parent !== rootId && !this.#selectors.some(({ id }) => id === parent),
      );
      if (lost.length > 0)
        this.#notes.lost(`${selector.place}.parentSelectors`, `There is no selector "${lost.join('", "')}".`);
    }
  }

  #children(id: string): Selector[] {
    return this.#selectors.filter(({ parents, id: own }) => parents.includes(id) && own !== id);
  }

  /** The start pages have a callback of their own, which their requests name. */
  #extractAtStart(callback: string): void {
    const draft = this.#draft;
    for (const entry of entriesOf(draft.settings.GENERATED_URLS)) {
      if (isObject(entry)) Reflect.set(entry, 'callback', callback);
    }
    const requests = draft.start_urls.map((url) => ({ url, callback }));
    for (const index of requests.keys())
      this.#notes.from(['start_requests', index], this.#notes.originOf(['start_urls', index]));
    draft.start_requests = requests;
    draft.start_urls = [];
    if (entriesOf(draft.settings.GENERATED_URLS).length > 0 && draft.rules.length > 0) {
      this.#notes.changed(
        'startUrl',
        'settings.GENERATED_URLS',
        'Pages of a template give items, and their links are not followed.',
      );
    }
  }

  /** Makes the callback of a page and the rules of its links. @returns its name; null: nothing is taken from it */
  #page(id: string): string | null {
    const made = this.#pages.get(id);
    if (made !== undefined) return made;
    const children = this.#children(id);
    const elements = children.filter(isElement);
    const fields = children.filter((child) => !isElement(child) && !isLink(child));
    for (const link of children.filter(isLink)) this.#rule(link);
    const rows = elements.find(({ multiple }) => multiple);
    const isRows = rows !== undefined && fields.length === 0 && elements.length === 1;
    if (fields.length + elements.length === 0) {
      this.#pages.set(id, null);
      return null;
    }
    const name = callbackName(id === rootId ? 'parse_start' : `parse_${id}`, this.#draft.callbacks);
    this.#pages.set(id, name);
    this.#draft.callbacks[name] = {};
    this.#notes.from(['callbacks', name], id === rootId ? 'selectors' : this.#placeOf(id));
    const made2 = isRows ? this.#rows(rows, name) : this.#whole(id, name, elements);
    if (made2 === null) {
      Reflect.deleteProperty(this.#draft.callbacks, name);
      this.#pages.set(id, null);
      return null;
    }
    this.#draft.callbacks[name] = made2;
    return name;
  }

  #placeOf(id: string): string {
    return this.#selectors.find((selector) => selector.id === id)?.place ?? id;
  }

  /** A page that is one item. */
  #whole(id: string, name: string, elements: readonly Selector[]): Record<string, unknown> | null {
    for (const element of elements) {
      for (const link of this.#children(element.id).filter(isLink)) this.#rule(link, element.css);
    }
    const extract = this.#fields.below(id, ['callbacks', name, 'extract']);
    return Object.keys(extract).length === 0 ? null : { extract };
  }

  /** A page whose elements are items, or lead to the pages that are. */
  #rows(rows: Selector, name: string): Record<string, unknown> | null {
    const links = this.#children(rows.id).filter(isLink);
    const [first, ...others] = links;
    const at = ['callbacks', name];
    const extract = this.#fields.below(rows.id, [...at, 'extract'], [rootId]);
    this.#fields.acts(rows);
    for (const link of others) {
      this.#notes.changed(link.place, 'rules', 'A row leads to one page; this one is an item of its own.');
      this.#rule(link, rows.css);
    }
    const detail = first === undefined ? null : this.#page(first.id);
    const iterate: Record<string, unknown> = { selector: rows.css };
    this.#notes.from([...at, 'iterate', 'selector'], `${rows.place}.selector`);
    if (first !== undefined && detail !== null) {
      iterate.follow = { url: { css: within(first.css, '::attr(href)') }, callback: detail };
      this.#notes.from([...at, 'iterate', 'follow'], first.place);
      this.#notes.kept(first.place, [...at, 'iterate', 'follow'].join('.'));
    } else if (first !== undefined) this.#rule(first, rows.css);
    if (rows.type === 'SelectorElement') this.#notes.kept(rows.place, [...at, 'iterate'].join('.'));
    const hasFields = Object.keys(extract).length > 0;
    if (!hasFields && iterate.follow === undefined) return null;
    return { iterate, ...(hasFields ? { extract } : {}) };
  }

  /** A link as a rule. @param region the elements that it stands within */
  #rule(link: Selector, region = ''): void {
    if (this.#ruled.has(link.id)) return;
    this.#ruled.add(link.id);
    const { type, css, place, given } = link;
    if (type === 'SelectorSitemapXmlLink') return this.#sitemap(link);
    const callback =
      type === 'SelectorPagination' || this.#isPaging(link)
        ? (this.#pages.get(link.parents[0] ?? rootId) ?? null)
        : this.#page(link.id);
    const own = type === 'SelectorPagination' ? this.#paging(link) : callback;
    const target =
      region === '' || css === '_parent_'
        ? within(css === '_parent_' ? region : css, '')
        : `${region} ${css}`;
    const rule: Record<string, unknown> = {
      restrict_css: [target],
      ...(own === null ? {} : { callback: own }),
      follow: true,
    };
    this.#notes.from(['rules', this.#draft.rules.length], place);
    this.#draft.rules.push(rule);
    if (
      type === 'SelectorPagination' &&
      typeof given.paginationType === 'string' &&
      /click/i.test(given.paginationType)
    ) {
      this.#notes.changed(
        place,
        `rules[${this.#draft.rules.length - 1}]`,
        'Nothing is clicked: pages are reached where the button is a link.',
      );
    } else if (type === 'SelectorPopupLink') {
      this.#notes.changed(
        place,
        `rules[${this.#draft.rules.length - 1}]`,
        'Windows that open by script are not; the page is reached where the element is a link.',
      );
    } else {
      this.#notes.changed(
        place,
        `rules[${this.#draft.rules.length - 1}]`,
        `A rule takes ${link.multiple ? 'such links' : 'all such links, not the first only,'} from every page of the crawl; its values are those of the page only.`,
      );
    }
  }

  /** Whether a link leads to more pages of its own kind. */
  #isPaging({ id, given }: Selector): boolean {
    return Array.isArray(given.parentSelectors) && given.parentSelectors.includes(id);
  }

  /** The callback of the pages that a pagination lists: that of the page that it stands on. */
  #paging({ parents, id }: Selector): string | null {
    const parent = parents.find((each) => each !== id) ?? rootId;
    const own = this.#pages.get(parent);
    if (own !== undefined) return own;
    const own2 = this.#children(parent).some((child) => !isLink(child));
    return own2
      ? callbackName(parent === rootId ? 'parse_start' : `parse_${parent}`, this.#draft.callbacks)
      : null;
  }

  #sitemap({ id, place, given }: Selector): void {
    this.#draft.settings.USE_SITEMAP = true;
    this.#notes.from(['settings', 'USE_SITEMAP'], place);
    const callback = this.#page(id);
    const pattern = given.foundUrlRegex;
    const allow = typeof pattern === 'string' && pattern !== '' ? { allow: [pattern] } : {};
    this.#notes.from(['rules', this.#draft.rules.length], place);
    this.#draft.rules.push({ ...allow, ...(callback === null ? {} : { callback }), follow: false });
    for (const url of entriesOf(given.sitemapXmlUrls))
      if (typeof url === 'string') this.#draft.start_urls.push(url);
    this.#notes.changed(
      place,
      'settings.USE_SITEMAP',
      'The URLs of sitemaps go through the rules, as links do.',
    );
  }

  /** Elements that appear after clicks: the browser makes them before a page is read. */
  #clicks(): void {
    const { settings } = this.#draft;
    const actions = this.#selectors.flatMap(({ type, place, given, delay }) => {
      const click = textFrom(given.clickElementSelector);
      if (type !== 'SelectorElementClick') return [];
      if (
        textFrom(given.discardInitialElements).startsWith('discard') ||
        given.discardInitialElements === true
      )
        this.#notes.lost(`${place}.discardInitialElements`, 'What the page has at first is taken, too.');
      if (click === '') return [];
      const wait = Math.min(60, delay / 1000);
      const more = given.clickType === 'clickOnce' ? {} : { until: 'no-change', times: maxClicks };
      return [{ click, ...more, ...(wait === 0 ? {} : { wait }) }];
    });
    if (actions.length === 0) return;
    settings.EXTRACTOR_ORDER = ['browser'];
    settings.BROWSER_ACTIONS = actions;
    this.#notes.from(['settings', 'BROWSER_ACTIONS'], 'selectors[*].clickElementSelector');
  }

  /** What selectors wait for becomes settings of the whole crawl. */
  #waits(): void {
    const waiting = this.#selectors.filter(({ type }) => type !== 'SelectorElementClick');
    const slowest = Math.max(0, ...waiting.map(({ delay }) => delay));
    const scrolls = this.#selectors.some(({ type }) => type === 'SelectorElementScroll');
    const { settings } = this.#draft;
    if (scrolls) {
      settings.EXTRACTOR_ORDER = ['browser'];
      settings.INFINITE_SCROLL = true;
    }
    this.#clicks();
    if (slowest === 0) return;
    const where = 'selectors[*].delay';
    if (scrolls) {
      settings.BROWSER_DELAY = Math.min(300, slowest / 1000);
      this.#notes.changed(where, 'settings.BROWSER_DELAY', 'The longest one is waited after every page.');
    } else
      this.#notes.lost(
        where,
        'A page is read when it has arrived; for pages that are made by script add "browser" to EXTRACTOR_ORDER and BROWSER_DELAY.',
      );
  }
}
