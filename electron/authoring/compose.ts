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
import { nextRules } from './next-rule.ts';
import { arePartsValid } from './try-parts.ts';

/** What choices are composed of. */
export interface Found extends Pick<Proposal, 'state' | 'lists' | 'next' | 'structured'> {
  /** URLs of numbered pages of the list. */
  pages: readonly string[];
  /** Number of pages that the page tells; null: it does not. */
  total: number | null;
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
    const following = this.#following?.map((rule) => ({ ...rule, callback })) ?? null;
    const here = [this.#onlyHere(callback)];
    const detailed = {
      [callback]: { iterate: followed(list, iterate), extract },
      [detailCallback]: { extract: definitionsOf(generalFieldsBeside(new Set(Object.keys(extract)))) },
    };
    const isValid = (rules: Rule[], callbacks: Record<string, Callback>): boolean =>
      arePartsValid(this.#parts(rules, callbacks), callback, this.#page.kind);
    // Parts of what is valid are valid too; they are looked at one by one only where the whole is not.
    const isWhole = isValid([...here, ...(following ?? [])], list.detail === null ? rows : detailed);
    const make = (
      scope: 'page' | 'all' | 'details',
      rules: Rule[],
      callbacks: Record<string, Callback>,
    ): ProposedChoice | null => {
      if (!isWhole && !isValid(rules, callbacks)) return null;
      const isAll = rules === following;
      const pages = isAll ? this.#pageCount() : 1;
      return {
        id: `list-${index}-${scope}`,
        list: index,
        scope,
        label: labels[scope],
        parts: this.#parts(rules, callbacks),
        expected: expectedOf({ rows: list.count, details: scope === 'details', pages }, this.#about),
        note: isAll ? null : this.#whyNotMore(),
        sample: scope === 'details' ? (list.detail?.examples[0] ?? null) : null,
      };
    };
    const onlyPage = make('page', here, rows);
    return [
      following === null ? this.#scrolled(onlyPage) : make('all', following, rows),
      onlyPage,
      list.detail === null ? null : make('details', following ?? here, detailed),
    ].filter((choice) => choice !== null);
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
    const parts = this.#parts([this.#onlyHere(callback)], callbacks);
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

  #parts(rules: Rule[], callbacks: Record<string, Callback>): Parts {
    return {
      start_urls: [this.#url],
      allowed_domains: [domainOf(this.#url)],
      rules,
      callbacks,
      settings: this.#about.rendered ? rendering : {},
    };
  }
}

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
