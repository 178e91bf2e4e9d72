import { isTag, type Element } from 'domhandler';
import { readLanguage } from './articles/metadata/language.ts';
import { PageReadings } from './readings.ts';
import { selectorFor } from './select.ts';
import { textOf } from './xpath/nodes.ts';
import { readEmbedded } from './json/read-embedded.ts';
import type { JsonReading } from './json/read-json.ts';
import type { Page } from './page.ts';

/** What is known of a page from its fetch. */
export interface PageFacts {
  /** URL after redirects; null: unknown. */
  url: string | null;
  /**
   * When it was fetched, in milliseconds since 1970. A stored page keeps the time of its fetch; for a file it is the time at which
   * it was opened or added.
   */
  fetchedAt: number;
}

/**
 * What processors know of the page that a value comes from. Base URL and language are read on first use. Create one for each page.
 */
export class PageContext {
  readonly url: string | null;
  /** See `PageFacts`. */
  readonly fetchedAt: number;
  /** What its values say about the notation of their fields. */
  readonly readings = new PageReadings();
  readonly #page: Page;
  readonly #json = new Map<string, JsonReading>();
  #base: string | null | undefined;
  #language: string | null | undefined;

  constructor(page: Page, { url, fetchedAt }: PageFacts) {
    this.#page = page;
    this.url = url;
    this.fetchedAt = fetchedAt;
  }

  /** The URL that relative URLs of the page refer to: its `<base href>` (`xml:base` in XML), or its own URL. Null: unknown. */
  get base(): string | null {
    if (this.#base === undefined) this.#base = this.#readBase();
    return this.#base;
  }

  /** The language that the page declares, as BCP 47 in lower case, such as "de-at". Null: none. */
  get language(): string | null {
    if (this.#language === undefined) this.#language = this.#readLanguage();
    return this.#language;
  }

  /** Parses JSON that is a text in the page, or assigned to a name in it. Fields that look into the same text share its value. */
  jsonIn(text: string): JsonReading {
    const known = this.#json.get(text) ?? readEmbedded(text);
    this.#json.set(text, known);
    return known;
  }

  #elements(selector: string): Element[] {
    const read = selectorFor('css', selector);
    if (this.#page.kind === 'json' || !read.ok) return [];
    return read.selector
      .select(this.#page.document)
      .flatMap(({ node }) => (node !== null && isTag(node) ? [node] : []));
  }

  #readBase(): string | null {
    const href =
      this.#page.kind === 'xml'
        ? this.#elements(':root')[0]?.attribs['xml:base']
        : this.#elements('base[href]')[0]?.attribs['href'];
    return URL.parse(href?.trim() ?? '', this.url ?? undefined)?.href ?? this.url;
  }

  #readLanguage(): string | null {
    if (this.#page.kind === 'xml') {
      const [root] = this.#elements(':root');
      const [language] = this.#elements('channel > language');
      const declared = language === undefined ? null : textOf(language);
      return readLanguage({ html: root?.attribs ?? {}, meta: new Map(), declared });
    }
    const meta = new Map<string, string>();
    for (const { attribs } of this.#elements('meta[content]')) {
      const name = attribs['name'] ?? attribs['property'] ?? attribs['http-equiv'] ?? attribs['itemprop'];
      const key = name?.trim().toLowerCase() ?? '';
      if (key !== '' && !meta.has(key)) meta.set(key, attribs['content'] ?? '');
    }
    return readLanguage({ html: this.#elements('html')[0]?.attribs ?? {}, meta, declared: null });
  }
}
