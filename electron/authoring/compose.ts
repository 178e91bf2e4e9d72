import type { Proposal, ProposedChoice, ProposedList } from '../../shared/contract/types.ts';
import { domainOf, startUrlOf } from '../../shared/spider/new-spider.ts';
import { pageRule } from '../../shared/spider/page-rule.ts';
import {
  builtInCallback,
  reservedCallbackNames,
  type Callback,
  type Iterate,
  type Rule,
} from '../../shared/spider/schema.ts';
import type { Settings } from '../../shared/spider/settings-schema.ts';
import { extractArticle } from '../extract/articles/chain.ts';
import type { Page } from '../extract/page.ts';
import { expectedOf, type Pace } from './expected.ts';
import { detailCallback, generalFieldsBeside } from './general-details.ts';
import { definitionsOf } from './measure-fields.ts';
import type { JsonPaginationKind } from './json-pagination.ts';
import type { JsonWays } from './json-ways.ts';
import { nextRules } from './next-rule.ts';
import { arePartsValid } from './try-parts.ts';

/** What choices are composed of. */
export interface Found extends Pick<Proposal, 'state' | 'lists' | 'next' | 'structured'> {
  /** URLs of numbered pages of the list. */
  pages: readonly string[];
  /** Number of pages that the page tells; null: it does not. */
  total: number | null;
  /** Finds the ways to the following pages of a list of a JSON page; null or left out: the page is none. */
  ways?: ((list: ProposedList, callback: string) => JsonWays) | null;
}

/** What is known of the page besides what was found on it. */
export interface Surroundings extends Pace {
  url: string;
  /** Whether a browser has rendered it, so that a crawl has to as well. */
  rendered: boolean;
}

/** How many of the lists get choices. */
const maxLists = 5;
type Parts = ProposedChoice['parts'];

/**
 * The spiders that could be made for a page, best first. Each is valid, and was tried on the page with the code of a crawl:
 * its callback takes the page, and its rules take the next page and no other.
 */
export function compose(page: Page, found: Found, about: Surroundings): ProposedChoice[] {
  const composer = new Composer(page, found, about);
  const single = composer.single();
  const ofLists = found.lists.slice(0, maxLists).flatMap((list, index) => composer.ofList(list, index));
  return found.state.kind === 'list' || single === null
    ? [...ofLists, ...(single === null ? [] : [single])]
    : [single, ...ofLists];
}

class Composer {
  readonly #page: Page;
  readonly #found: Found;
  readonly #about: Surroundings;
  readonly #url: string;
  /** The rules to the following pages, for any callback; null: there are none that work. */
  readonly #following: Rule[] | null;

  constructor(page: Page, found: Found, about: Surroundings) {
    this.#page = page;
    this.#found = found;
    this.#about = about;
    this.#url = startUrlOf(about.url);
    this.#following = found.lists.length === 0 ? null : this.#findFollowing();
  }

  /** The choices of one list: the whole of it first, where the page leads on. */
  ofList(list: ProposedList, index: number): ProposedChoice[] {
    const callback = callbackName(list.label);
    const { iterate, extract } = rowsOf(list);
    const rows = { [callback]: { iterate, extract } };
    const { ways, lost } = this.#waysOf(list, callback);
    const here: Way = { kind: null, rules: [this.#onlyHere(callback)], settings: {}, pages: 1, note: lost };
    const detailed = {
      [callback]: { iterate: followed(list, iterate), extract },
      [detailCallback]: { extract: definitionsOf(generalFieldsBeside(new Set(Object.keys(extract)))) },
    };
    const isValid = (way: Way, callbacks: Record<string, Callback>): boolean =>
      arePartsValid(this.#parts(way, callbacks), callback, this.#page.kind);
    // Parts of what is valid are valid too; they are looked at one by one only where the whole is not.
    const whole = {
      rules: [here, ...ways].flatMap(({ rules }) => rules),
      settings: ways.reduce<Settings>((all, { settings }) => ({ ...all, ...settings }), {}),
    };
    const isWhole = arePartsValid(
      this.#parts(whole, list.detail === null ? rows : detailed),
      callback,
      this.#page.kind,
    );
    const make = (
      scope: 'page' | 'all' | 'details',
      way: Way,
      callbacks: Record<string, Callback>,
    ): ProposedChoice | null => {
      if (!isWhole && !isValid(way, callbacks)) return null;
      const isOther = scope === 'all' && way !== ways[0];
      const name = way.kind === null ? '' : wayNames[way.kind];
      return {
        id: `list-${index}-${scope}${isOther ? `-${way.kind ?? 'other'}` : ''}`,
        list: index,
        scope,
        label: isOther ? `${labels.all}, by ${name}` : labels[scope],
        parts: this.#parts(way, callbacks),
        expected: expectedOf(
          { rows: list.count, details: scope === 'details', pages: way.pages },
          this.#about,
        ),
        note: way.note,
        sample: scope === 'details' ? (list.detail?.examples[0] ?? null) : null,
      };
    };
    const onlyPage = make('page', here, rows);
    return [
      ways.length === 0 ? this.#scrolled(onlyPage) : null,
      ...ways.slice(0, 1).map((way) => make('all', way, rows)),
      onlyPage,
      list.detail === null ? null : make('details', ways[0] ?? here, detailed),
      ...ways.slice(1).map((way) => make('all', way, rows)),
    ].filter((choice) => choice !== null);
  }

  /** The ways to the following pages of a list, best first, or why there are none. */
  #waysOf(list: ProposedList, callback: string): { ways: Way[]; lost: string | null } {
    const json = this.#found.ways?.(list, callback) ?? null;
    if (json !== null) {
      const ways = json.ways.map(({ kind, parts, pages, note }) => ({ kind, ...parts, pages, note }));
      return { ways, lost: json.lost };
    }
    const rules = this.#following?.map((rule) => ({ ...rule, callback })) ?? null;
    if (rules === null) return { ways: [], lost: this.#whyNotMore() };
    return { ways: [{ kind: null, rules, settings: {}, pages: this.#pageCount(), note: null }], lost: null };
  }

  /** The one thing that the page is about; null: there is none, or nothing is known of it. */
  single(): ProposedChoice | null {
    const { state, structured } = this.#found;
    if (state.kind === 'article' && this.#isArticle()) return this.#one('article', builtInCallback, {});
    if (structured === null || structured.fields.length === 0) return null;
    const callback = callbackName(structured.type);
    const extract = Object.fromEntries(structured.fields.map(({ name, definition }) => [name, definition]));
    return this.#one(structured.type.toLowerCase(), callback, { [callback]: { extract } });
  }

  /** Whether parse_article finds an article on the page. */
  #isArticle(): boolean {
    if (this.#page.kind !== 'html') return false;
    const { rendered } = this.#about;
    const { article } = extractArticle(this.#page, {
      url: this.#url,
      settings: rendered ? rendering : {},
      ...(rendered ? { browser: { kind: 'rendered' } as const } : {}),
    });
    return article !== null;
  }

  #one(id: string, callback: string, callbacks: Record<string, Callback>): ProposedChoice | null {
    const parts = this.#parts({ rules: [this.#onlyHere(callback)], settings: {} }, callbacks);
    if (!arePartsValid(parts, callback, this.#page.kind)) return null;
    const label = `This ${id.replaceAll(/[^a-z]+/g, ' ').trim()}`;
    const expected = expectedOf({ rows: 1, details: false, pages: 1 }, this.#about);
    return { id, list: null, scope: 'single', label, parts, expected, note: null, sample: null };
  }

  /** Infinite scroll: the browser of a crawl scrolls, so the page stays one page. */
  #scrolled(choice: ProposedChoice | null): ProposedChoice | null {
    if (choice === null || !this.#found.next.some(({ kind }) => kind === 'scroll')) return null;
    return {
      ...choice,
      id: choice.id.replace(/page$/, 'all'),
      scope: 'all',
      label: labels.all,
      parts: { ...choice.parts, settings: { ...rendering, INFINITE_SCROLL: true } },
      expected: { pages: 1, rows: null, seconds: null },
      note: 'A browser scrolls the page as far as MAX_SCROLLS allows.',
    };
  }

  #findFollowing(): Rule[] | null {
    const { next, pages } = this.#found;
    const tried = { page: this.#page, url: this.#url, domains: [domainOf(this.#url)] };
    for (const candidate of next) {
      const rules = nextRules(candidate, { known: pages, callback: 'parse_rows' }, tried);
      if (rules !== null) return rules;
    }
    return null;
  }

  /** Number of pages of the list; null: it cannot be told. */
  #pageCount(): number | null {
    const { pages, total } = this.#found;
    if (total !== null) return total;
    const others = pages.filter((url) => url !== this.#url);
    return others.length === 0 ? null : new Set([this.#url, ...others]).size;
  }

  #whyNotMore(): string | null {
    const [first] = this.#found.next;
    if (first?.kind !== 'button') return null;
    return 'The button for more needs an action, which Spider Studio cannot do yet.';
  }

  #onlyHere(callback: string): Rule {
    return { ...pageRule(this.#url, callback), follow: false };
  }

  #parts({ rules, settings }: Pick<Way, 'rules' | 'settings'>, callbacks: Record<string, Callback>): Parts {
    return {
      start_urls: [this.#url],
      allowed_domains: [domainOf(this.#url)],
      rules,
      callbacks,
      settings: { ...(this.#about.rendered ? rendering : {}), ...settings },
    };
  }
}

/** How a spider gets to the following pages. */
interface Way {
  /** Of a JSON page. */
  kind: JsonPaginationKind | null;
  rules: Rule[];
  settings: Settings;
  /** Number of pages; null: it cannot be told. */
  pages: number | null;
  note: string | null;
}

const wayNames: Readonly<Record<JsonPaginationKind, string>> = {
  'next-url': 'address',
  'page-number': 'page number',
  offset: 'offset',
  cursor: 'cursor',
};

const labels = {
  page: 'Only this page',
  all: 'The whole list',
  details: 'The list and its details',
} as const;

/** Settings by which a crawl renders every page. */
const rendering: Settings = { EXTRACTOR_ORDER: ['browser'] };

function rowsOf({ selector, fields }: ProposedList): {
  iterate: Iterate;
  extract: NonNullable<Callback['extract']>;
} {
  const extract = Object.fromEntries(fields.map(({ name, definition }) => [name, definition]));
  return { iterate: { selector }, extract };
}

/** Rows that lead to their detail pages. */
function followed({ detail, fields }: ProposedList, iterate: Iterate): Iterate {
  const link = fields.find(({ name }) => name === detail?.field);
  return link === undefined
    ? iterate
    : { ...iterate, follow: { url: link.definition, callback: detailCallback } };
}

/** A name for the callback of things with this name: "parse_products". */
function callbackName(label: string): string {
  const word = label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const name = `parse_${word === '' ? 'rows' : word}`;
  const isTaken = name === detailCallback || reservedCallbackNames.some((reserved) => reserved === name);
  return isTaken ? `${name}_rows` : name;
}
