import { hasFilledField } from '../../shared/filled.ts';
import { counted } from '../../shared/counted.ts';
import type { NewEvent, NewItem, NewRequest } from './ports/ledger.ts';
import { datedUrl, filtersOf, isGrowingPath, sessionUrl } from './trap-signs.ts';

/** The kind of trap that a link leads into. */
export type TrapKind = 'calendar' | 'session' | 'path' | 'filters';

const descriptions: Record<TrapKind, string> = {
  calendar: 'a calendar without end',
  session: 'addresses that differ only in a session id',
  path: 'a path that repeats itself',
  filters: 'endless combinations of filters',
};

/**
 * Limits of calendars. A calendar is cut after a number of implausible dates, and wherever a number of its consecutive pages
 * yielded neither an item nor a new link out of the calendar: three years of months, or a year of days.
 */
const calendarLimits = { monthsAhead: 24, oldestYear: 1800, beyond: 5, barrenMonths: 36, barrenDays: 366 };
/** Number of different pages on which a session id must occur if its name may mean something else. */
const sessionPages = 3;
/**
 * Limits of filters: number of combinations of three or more filters on one path. A filter has at least two values, each of which
 * occurs twenty times or more on average. An id has nearly as many values as there are URLs, so `?lang=&category=&id=` is no
 * combination of filters.
 */
const filterLimits = { filters: 3, combinations: 300, repeats: 20 };

/**
 * Limits of memory; some 60 MB if a site uses all of it. A filter with more than `values` values counts as an id, so this must
 * exceed `combinations` / `repeats`.
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
  /** Number of consecutive pages without a result. */
  barren: number;
}

interface FilteredPath {
  /** Hashes, like the values; rare collisions do not matter. */
  combinations: Set<number>;
  /** Values by name of the filter. */
  values: Map<string, Set<number>>;
}

/** Result of `TrapDetector.filterLinks`. */
export interface FilterResult<P> {
  page: P;
  /** Number of dated links that are new; for `recordPage`. */
  newDates: number;
}

/** Statistics of a committed page, for `recordPage`. */
export interface PageStats {
  /** From `FilterResult`. */
  newDates: number;
  items: readonly NewItem[];
  /** Number of links of the page that were new to the run. */
  admitted: number;
}

/**
 * Detects the traps in which a crawl would never end, and drops the links that lead into them. Memory use is bounded. The state
 * belongs to one process and is not stored: after a resume it is learned again, which costs some more pages of a trap.
 */
export class TrapDetector {
  readonly #now: () => number;
  readonly #calendars = new BoundedMap<Calendar>(room.calendars);
  readonly #filtered = new BoundedMap<FilteredPath>(room.filteredPaths);
  readonly #sessions = new RecentMap<string>(room.urls);
  readonly #sessionPages = new RecentMap<number>(room.urls);
  readonly #verdicts = new RecentMap<TrapKind | 'free'>(room.urls);
  readonly #places = new Set<string>();
  /** Number of dated links that were new. */
  #dates = 0;
  #cut = 0;

  /** @param now returns the system date, in milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Number of links that were dropped so far. A link on several pages counts on each. */
  get cut(): number {
    return this.#cut;
  }

  /** Drops the links into traps from the result of a page, and adds events about them. */
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

  /** Records the statistics of a committed page. */
  recordPage(url: string, { items, admitted, newDates }: PageStats): void {
    const parsed = URL.parse(url);
    const dated = parsed === null ? null : datedUrl(parsed);
    if (dated === null) return;
    const calendar = this.#calendars.get(dated.shape);
    if (calendar === undefined) return;
    const gave = admitted > newDates || items.some(hasFilledField);
    calendar.barren = gave ? 0 : calendar.barren + 1;
  }

  /** Returns the trap that a link leads into, or null. The same link is judged once. */
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

/** Quick check that excludes most links: no query, few segments, no date at the end. */
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

/** A map with a maximum size that evicts the oldest entry. */
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

/** A map that evicts entries that were not used recently; holds twice its size at most. */
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
