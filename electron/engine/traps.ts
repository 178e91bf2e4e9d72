import { hasFilledField } from '../../shared/filled.ts';
import { counted } from '../../shared/counted.ts';
import type { NewEvent, NewItem, NewRequest } from './ports/ledger.ts';
import { datedUrl, filtersOf, isGrowingPath, sessionUrl } from './trap-signs.ts';

/** What a link leads into when it is not followed. */
export type TrapKind = 'calendar' | 'session' | 'path' | 'filters';

const descriptions: Record<TrapKind, string> = {
  calendar: 'a calendar without end',
  session: 'addresses that differ only in a session id',
  path: 'a path that repeats itself',
  filters: 'endless combinations of filters',
};

/**
 * A calendar is cut at dates that nobody has anything to say about, after so many of them; and wherever so many of its
 * pages in a row gave neither an item nor a new link to anything else: three years of months, or a year of days.
 */
const calendarLimits = { monthsAhead: 24, oldestYear: 1800, beyond: 5, barrenMonths: 36, barrenDays: 366 };
/** A session id whose name may mean something else must stand on so many different pages. */
const sessionPages = 3;
/**
 * Combinations of three or more filters on one path are cut after so many. A filter has at least two values, and each of
 * them twenty times at least on average: an id has nearly as many values as there are URLs, so `?lang=&category=&id=` is
 * no combination of filters.
 */
const filterLimits = { filters: 3, combinations: 300, repeats: 20 };

/**
 * What is remembered at most; some 60 MB if a site fills all of it. A filter with more values than `values` is taken for
 * an id, so that must be more than `combinations` / `repeats`.
 */
const room = {
  calendars: 500,
  filteredPaths: 100,
  combinations: 3000,
  filters: 24,
  values: 192,
  urls: 32_768,
  places: 1000,
};

interface Calendar {
  beyond: number;
  /** Pages in a row that gave nothing. */
  barren: number;
}

interface FilteredPath {
  /** Hashes, as are the values: a few that fall together change nothing. */
  combinations: Set<number>;
  /** By name of the filter. */
  values: Map<string, Set<number>>;
}

export interface FilterResult<P> {
  page: P;
  /** How many of the links are dated and were met for the first time; for `recordPage`. */
  newDates: number;
}

/** What a page that was written down gave, for `recordPage`. */
export interface PageStats {
  /** As `filterLinks` said. */
  newDates: number;
  items: readonly NewItem[];
  /** Links of the page that were new to the run. */
  admitted: number;
}

/**
 * Recognises the traps that a crawl can run into for ever, and takes the links that lead there out of what a page gave.
 * What it remembers is bounded, belongs to one process and need not be kept: after a resume it learns again, at the cost
 * of some more pages of a trap that is cut a second time.
 */
export class TrapDetector {
  readonly #now: () => number;
  readonly #calendars = new BoundedMap<Calendar>(room.calendars);
  readonly #filtered = new BoundedMap<FilteredPath>(room.filteredPaths);
  readonly #sessions = new RecentMap<string>(room.urls);
  readonly #sessionPages = new RecentMap<number>(room.urls);
  readonly #verdicts = new RecentMap<TrapKind | 'free'>(room.urls);
  readonly #places = new Set<string>();
  /** Dated links that were met for the first time. */
  #dates = 0;
  #cut = 0;

  /** @param now what the machine's clock says, in milliseconds since 1970: which day it is */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Links that were taken out so far. One that stands on several pages counts on each. */
  get cut(): number {
    return this.#cut;
  }

  /** Takes the links into traps out of what a page gave, and adds events that say so. */
  filterLinks<P extends { links: readonly NewRequest[]; events: readonly NewEvent[] }>(
    pageUrl: string,
    page: P,
  ): FilterResult<P> {
    const datesBefore = this.#dates;
    const counts = new Map<TrapKind, number>();
    const events: NewEvent[] = [];
    const links = page.links.filter(({ url, fingerprint }) => {
      const kind = this.judge(url, fingerprint);
      if (kind === null) return true;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const place = this.#newPlace(kind, url);
      if (place !== null) {
        const message = `Links like ${place} look like ${descriptions[kind]} and are not followed (TRAP_DETECTION is on).`;
        events.push({ kind: 'trap', url, message });
      }
      return false;
    });
    const newDates = this.#dates - datesBefore;
    if (counts.size === 0) return { page, newDates };
    const cut = page.links.length - links.length;
    this.#cut += cut;
    const parts = [...counts].map(([kind, count]) => `${count} into ${descriptions[kind]}`);
    const message = `${counted(cut, 'link was', 'links were')} not followed: ${parts.join(', ')}.`;
    events.push({ kind: 'links-trapped', url: pageUrl, message });
    return { page: { ...page, links, events: [...page.events, ...events] }, newDates };
  }

  /** A page has been written down: what it gave. */
  recordPage(url: string, { items, admitted, newDates }: PageStats): void {
    const parsed = URL.parse(url);
    const dated = parsed === null ? null : datedUrl(parsed);
    if (dated === null) return;
    const calendar = this.#calendars.get(dated.shape);
    if (calendar === undefined) return;
    const gave = admitted > newDates || items.some(hasFilledField);
    calendar.barren = gave ? 0 : calendar.barren + 1;
  }

  /** The trap that a link leads into, or null. The same link is judged once. */
  judge(url: string, fingerprint: string): TrapKind | null {
    if (!mayBeTrap(url)) return null;
    const known = this.#verdicts.get(fingerprint);
    if (known !== undefined) return known === 'free' ? null : known;
    const parsed = URL.parse(url);
    const kind = parsed === null ? null : this.#judgeNew(parsed);
    this.#verdicts.set(fingerprint, kind ?? 'free');
    return kind;
  }

  #judgeNew(url: URL): TrapKind | null {
    if (isGrowingPath(url)) return 'path';
    if (this.#isSession(url)) return 'session';
    if (this.#isCalendar(url)) return 'calendar';
    return this.#isFilters(url) ? 'filters' : null;
  }

  #isCalendar(url: URL): boolean {
    const dated = datedUrl(url);
    if (dated === null) return false;
    this.#dates += 1;
    const { shape, year, month, daily } = dated;
    const calendar = this.#calendars.getOrAdd(shape, () => ({ beyond: 0, barren: 0 }));
    const { monthsAhead, oldestYear, beyond, barrenDays, barrenMonths } = calendarLimits;
    const today = new Date(this.#now());
    const ahead = (year - today.getUTCFullYear()) * 12 + month - (today.getUTCMonth() + 1);
    if (ahead > monthsAhead || year < oldestYear) {
      calendar.beyond += 1;
      if (calendar.beyond > beyond) return true;
    }
    return calendar.barren >= (daily ? barrenDays : barrenMonths);
  }

  #isSession(url: URL): boolean {
    const session = sessionUrl(url);
    if (session === null) return false;
    const { base, id, certain } = session;
    const pages = (this.#sessionPages.get(id) ?? 0) + 1;
    this.#sessionPages.set(id, pages);
    const first = this.#sessions.get(base);
    if (first === undefined) this.#sessions.set(base, id);
    return first !== undefined && first !== id && (certain || pages >= sessionPages);
  }

  #isFilters(url: URL): boolean {
    const filters = filtersOf(url);
    if (filters.length < filterLimits.filters) return false;
    const path = this.#filtered.getOrAdd(`${url.origin}${url.pathname}`, () => ({
      combinations: new Set(),
      values: new Map(),
    }));
    const { combinations, values } = path;
    if (combinations.size < room.combinations) combinations.add(hashOf(String(filters)));
    const most = combinations.size / filterLimits.repeats;
    let varying = 0;
    let hasId = false;
    for (const [name, value] of filters) {
      let seen = values.get(name);
      if (seen === undefined && values.size < room.filters) values.set(name, (seen = new Set()));
      if (seen !== undefined && seen.size < room.values) seen.add(hashOf(value));
      if (seen !== undefined && seen.size > most) hasId = true;
      if (seen !== undefined && seen.size > 1) varying += 1;
    }
    return combinations.size > filterLimits.combinations && varying >= filterLimits.filters && !hasId;
  }

  /** Location of a trap that has not been reported. */
  #newPlace(kind: TrapKind, url: string): string | null {
    const place = placeOf(kind, url);
    const key = `${kind} ${place}`;
    if (this.#places.has(key) || this.#places.size >= room.places) return null;
    this.#places.add(key);
    return place;
  }
}

/** Most links are told from traps by a look: no query, few segments, no date at the end. */
function mayBeTrap(url: string): boolean {
  const path = url.indexOf('/', url.indexOf('//') + 2);
  if (url.indexOf('?', path) !== -1 || url.indexOf(';', path) !== -1 || url.indexOf('(', path) !== -1)
    return true;
  let slashes = 0;
  for (let at = path; at !== -1; at = url.indexOf('/', at + 1)) slashes += 1;
  return slashes > 3 || /\d{4}[/-]?\d{1,2}/.test(url.slice(path));
}

function placeOf(kind: TrapKind, url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  switch (kind) {
    case 'calendar':
      return datedUrl(parsed)?.shape ?? url;
    case 'session':
      return `${parsed.origin}/`;
    case 'path':
      return `${parsed.origin}${parsed.pathname.split('/').slice(0, 3).join('/')}/…`;
    case 'filters':
      return `${parsed.origin}${parsed.pathname}?…`;
    default:
      return kind satisfies never;
  }
}

/** 30 bits of FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 2;
}

/** A map that forgets what was added first when it is full. */
class BoundedMap<V> {
  readonly #entries = new Map<string, V>();
  readonly #room: number;

  constructor(size: number) {
    this.#room = size;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  getOrAdd(key: string, make: () => V): V {
    let value = this.#entries.get(key);
    if (value === undefined) {
      const oldest = this.#entries.keys().next();
      if (this.#entries.size >= this.#room && oldest.done !== true) this.#entries.delete(oldest.value);
      value = make();
      this.#entries.set(key, value);
    }
    return value;
  }
}

/** A map that forgets what has not been asked for lately; holds twice its size at most. */
class RecentMap<V> {
  readonly #size: number;
  #recent = new Map<string, V>();
  #older = new Map<string, V>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): V | undefined {
    const value = this.#recent.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: V): void {
    if (this.#recent.size >= this.#size) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }
}
