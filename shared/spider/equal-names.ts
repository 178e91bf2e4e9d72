/** Names of other tools, with the names that mean the same here. */
const settings: Readonly<Record<string, string>> = {
  CLOUDFLARE_ENABLED: 'CHALLENGE_ENABLED',
  BROWSER_ENABLED: 'CHALLENGE_ENABLED',
  CLOUDFLARE_STRATEGY: 'CHALLENGE_STRATEGY',
  PLAYWRIGHT_WAIT_SELECTOR: 'BROWSER_WAIT_SELECTOR',
  CF_WAIT_SELECTOR: 'BROWSER_WAIT_SELECTOR',
  PLAYWRIGHT_DELAY: 'BROWSER_DELAY',
  CF_POST_DELAY: 'BROWSER_DELAY',
};
const strategies: Readonly<Record<string, string>> = {
  newspaper: 'newsparser',
  newspaper3k: 'newsparser',
  newspaper4k: 'newsparser',
  trafilatura: 'textparser',
  playwright: 'browser',
};
const converted: Readonly<Record<string, string>> = {
  FIELDS: 'Its fields belong into a callback; importing it as a spider of scrapai makes one.',
  FIELD_EXTRACT: 'Its fields belong into a callback; importing it as a spider of scrapai makes one.',
  PROXY_TYPE: 'PROXY_TIERS names the ways to a site, cheapest first.',
  sections: 'Each is a rule, and its fields a callback; importing it as a spider of scrapai writes them.',
  startUrl: 'This is a sitemap of Web Scraper; importing it as one converts it.',
  _id: 'This is a sitemap of Web Scraper; importing it as one converts it.',
};

const own = (table: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(table, name) ? (table[name] ?? null) : null;

/** The setting that means the same as one of another tool; null: none is known. */
export const equalSetting = (name: string): string | null => own(settings, name);

/** The article strategy that is the same as one of another tool; null: none is known. */
export const equalStrategy = (name: string): string | null => own(strategies, name);

/** What to do about a key of another tool that becomes something else here; null: nothing is known of it. */
export const adviceOnForeign = (name: string): string | null => own(converted, name);
