import { domainsOf, emptyDraft, spiderName, type Draft } from '../draft.ts';
import { finish, type ConvertedSpider } from '../finish.ts';
import { Notes } from '../report.ts';
import { NotConvertible, type Converter } from '../source.ts';
import { addMethods, aliasesOf, callbackNames, readReached } from './callbacks.ts';
import { readLoaderRules, type LoaderRules } from './loaders.ts';
import { parsePython } from './parse-python.ts';
import { callbackIn, plainOf, textOf } from './plain.ts';
import { addRules, readRules, type ReadRule } from './rules.ts';
import { Scope } from './scope.ts';
import { convertSettings, downloadsOf } from './settings.ts';
import { spidersIn, type SpiderClass } from './spider-classes.ts';
import { readStartRequests, type StartRequest } from './start.ts';
import type { Def, Expression } from './syntax.ts';

const isSource = /^[ \t]*class[ \t]+\w+[ \t]*\([^)]{0,500}Spider\b/m;
const isData = /^\s*[[{]/;

/** Reads spiders of Scrapy from their source, which is never run. */
export const scrapy: Converter = {
  recognises: (files) =>
    files.some(({ text }) => isSource.test(text)) && !files.some(({ text }) => isData.test(text)),
  convert(files) {
    const modules = files.map(({ text }) => parsePython(text));
    const loaders = readLoaderRules(modules.flat());
    const spiders = modules.flatMap((statements) => {
      const module = new Scope(null);
      module.assignAll(statements);
      return spidersIn(statements).map((spider) => new SpiderReader(spider, module, loaders).convert());
    });
    if (spiders.length > 0) return spiders;
    const what = files.length === 1 ? `"${files[0]?.name}" has` : 'The files have';
    throw new NotConvertible(
      `${what} no class of a Scrapy spider.`,
      'Name a Python file with a class that extends scrapy.Spider or CrawlSpider.',
    );
  },
};

/** Methods that are called at fixed times. */
const startMethods = ['start_requests', 'start'];
const notPages = new Set(['__init__', 'from_crawler', 'closed', 'update_settings', 'set_crawler']);

class SpiderReader {
  readonly #spider: SpiderClass;
  readonly #scope: Scope;
  readonly #loaders: ReadonlyMap<string, LoaderRules>;
  readonly #notes = new Notes();
  readonly #draft: Draft;
  readonly #methods = new Map<string, Def>();
  readonly #rules: ReadRule[] = [];
  #starts: StartRequest[] = [];
  #settings: Expression | undefined;

  constructor(spider: SpiderClass, module: Scope, loaders: ReadonlyMap<string, LoaderRules>) {
    this.#spider = spider;
    this.#scope = new Scope(module);
    this.#scope.assignAll(spider.body);
    this.#loaders = loaders;
    this.#draft = emptyDraft(spider.name.replace(/Spider$/, ''));
  }

  convert(): ConvertedSpider {
    const draft = this.#draft;
    const notes = this.#notes;
    for (const statement of this.#spider.body) if (statement.kind === 'def') this.#method(statement);
    for (const name of startMethods) this.#start(name);
    this.#body();
    this.#domains();
    if (!('ROBOTSTXT_OBEY' in draft.settings)) {
      const why =
        'robots.txt is respected here unless it is false; the settings.py of a project is not read.';
      notes.changed('ROBOTSTXT_OBEY (not set)', 'ROBOTSTXT_OBEY: true', why);
    }
    const begin = this.#spider.isCrawl ? 'parse_start_url' : 'parse';
    const named = [...this.#rules, ...this.#starts].map(({ callback }) => callback);
    const all = callbackNames(this.#methods.keys());
    const aliases = aliasesOf(this.#methods);
    const starts = [begin, ...named.filter((name) => name !== null)];
    const reached = readReached(
      this.#methods,
      { begin: starts, aliases },
      {
        scope: this.#scope,
        names: all,
        carried: new Set(),
        loaders: this.#loaders,
        notes,
      },
    );
    const names = addMethods(reached, { draft, notes, names: all, downloads: downloadsOf(this.#settings) });
    for (const [name, target] of aliases) {
      const own = names.get(target);
      if (own !== undefined) names.set(name, own);
    }
    const followed = draft.rules.map((rule, index) => ({ rule, place: notes.originOf(['rules', index]) }));
    draft.rules = [];
    addRules(this.#rules, names, { draft, notes });
    for (const { rule, place } of followed) {
      notes.from(['rules', draft.rules.length], place);
      draft.rules.push(rule);
    }
    this.#begin(names, names.get(begin) ?? null);
    return finish(draft, notes);
  }

  #body(): void {
    for (const statement of this.#spider.body) {
      const { kind, line } = statement;
      if (kind === 'def') continue;
      if (kind === 'assign' && statement.target.kind === 'name')
        this.#attribute(statement.target.name, this.#scope.fold(statement.value), line);
      else if (kind === 'other' && statement.what === 'a decorator')
        this.#notes.lost(`line ${line}`, 'A decorator is not applied.');
      else if (
        kind !== 'pass' &&
        kind !== 'import' &&
        !(kind === 'expression' && statement.value.kind === 'value')
      )
        this.#notes.lost(`line ${line}`, 'Only attributes and methods of the class are read.');
    }
  }

  #method(statement: Def): void {
    const { name, line, params } = statement;
    if (notPages.has(name)) this.#notes.lost(`line ${line} (${name})`, 'Code is not taken over.');
    else if (params.length < 2 && !startMethods.includes(name))
      this.#notes.lost(`line ${line} (${name})`, 'It takes no page, so it is no callback.');
    else this.#methods.set(name, statement);
  }

  #attribute(name: string, value: Expression, line: number): void {
    const notes = this.#notes;
    const place = `line ${line} (${name})`;
    switch (name) {
      case 'name':
        return this.#name(textOf(value), place);
      case 'allowed_domains':
      case 'start_urls':
        if (name === 'start_urls' && this.#starts.length > 0)
          return notes.lost(place, 'The requests of a method are made instead.');
        return this.#addresses(name, value, place);
      case 'sitemap_urls':
        this.#addresses('start_urls', value, place);
        this.#draft.settings.USE_SITEMAP = true;
        return notes.changed(
          place,
          'settings.USE_SITEMAP',
          'The URLs of sitemaps go through the rules, as links do.',
        );
      case 'sitemap_rules':
        return this.#sitemapRules(value, place);
      case 'rules':
        if (value.kind === 'list') this.#rules.push(...readRules(value.items, notes));
        else if (value.kind === 'call') this.#rules.push(...readRules([value], notes));
        else notes.lost(place, 'The rules are computed.');
        return;
      case 'custom_settings':
        this.#settings = value;
        return convertSettings(value, this.#draft, notes);
      case 'sitemap_follow':
      case 'sitemap_alternate_links':
        return notes.lost(place, 'Every sitemap of a site is read; the rules choose among its URLs.');
      case 'user_agent':
      case 'download_delay':
        return this.#asSetting(name.toUpperCase(), value, place);
      default: {
        const isUsed = plainOf(value) !== undefined;
        const why = isUsed
          ? 'A spider has no attributes; where it is used, its value was put in.'
          : 'The value is computed.';
        return notes.lost(place, why);
      }
    }
  }

  #name(text: string | null, place: string): void {
    const draft = this.#draft;
    if (text === null) return this.#notes.changed(place, `name: ${draft.name}`, 'The name is computed.');
    draft.name = spiderName(text);
    if (draft.name === text) this.#notes.kept(place, 'name');
    else this.#notes.changed(place, `name: ${draft.name}`, 'A name has letters, digits, "-" and "_" only.');
  }

  #asSetting(name: string, value: Expression, place: string): void {
    const plain = plainOf(value);
    if (plain === undefined) return this.#notes.lost(place, 'The value is computed.');
    this.#draft.settings[name] = plain;
    this.#notes.from(['settings', name], place);
    this.#notes.kept(place, `settings.${name}`);
  }

  #addresses(key: 'allowed_domains' | 'start_urls', value: Expression, place: string): void {
    const list = this.#draft[key];
    const before = list.length;
    for (const item of value.kind === 'list' ? value.items : [value]) {
      const text = textOf(item);
      if (text === null) {
        this.#notes.lost(
          place.replace(/\d+/, String(item.line)),
          key === 'start_urls'
            ? 'A value is computed; GENERATED_URLS makes URLs of ranges, dates and lists.'
            : 'A value is computed.',
        );
        continue;
      }
      this.#notes.from([key, list.length], place.replace(/\d+/, String(item.line)));
      list.push(text);
    }
    if (list.length > before) this.#notes.kept(place, key);
  }

  #sitemapRules(value: Expression, place: string): void {
    for (const item of value.kind === 'list' ? value.items : [value]) {
      const [pattern, method] = item.kind === 'list' ? item.items : [];
      const allow = textOf(pattern);
      const callback = callbackIn(method);
      if (allow === null || callback === null)
        this.#notes.lost(place, 'A rule of a sitemap is a pattern and a method.');
      else
        this.#rules.push({
          rule: { ...(allow === '' ? {} : { allow: [allow] }), follow: false },
          callback,
          place: `line ${item.line} (sitemap_rules)`,
        });
    }
  }

  #start(name: string): void {
    const method = this.#methods.get(name);
    if (method === undefined) return;
    this.#methods.delete(name);
    // Where a method makes the requests, it makes those of the start URLs, too.
    this.#starts = readStartRequests(method, new Scope(this.#scope), this.#notes);
  }

  #domains(): void {
    const draft = this.#draft;
    if (draft.allowed_domains.length > 0) return;
    const urls = [...draft.start_urls, ...this.#starts.map(({ request }) => request.url)];
    draft.allowed_domains = domainsOf(urls.filter((url) => typeof url === 'string'));
    this.#notes.changed(
      'allowed_domains',
      'allowed_domains',
      'None are given; those of the start URLs were taken.',
    );
  }

  /** Start pages that a method extracts from are requests that name it. */
  #begin(names: ReadonlyMap<string, string>, start: string | null): void {
    const draft = this.#draft;
    const notes = this.#notes;
    if (draft.settings.USE_SITEMAP === true && this.#rules.length === 0)
      draft.rules.push({ ...(start === null ? {} : { callback: start }), follow: false });
    const requests: { request: object; place: string }[] = this.#starts.map(
      ({ request, callback, place }) => {
        const own = callback === null ? start : (names.get(callback) ?? null);
        return { request: { ...request, ...(own === null ? {} : { callback: own }) }, place };
      },
    );
    if (start !== null && draft.settings.USE_SITEMAP !== true) {
      for (const [index, url] of draft.start_urls.entries())
        requests.push({ request: { url, callback: start }, place: notes.originOf(['start_urls', index]) });
      draft.start_urls = [];
    }
    if (requests.length === 0) return;
    draft.start_requests = requests.map(({ request }) => request);
    for (const [index, { place }] of requests.entries()) notes.from(['start_requests', index], place);
    for (const { place } of this.#starts) notes.kept(place, 'start_requests');
  }
}
