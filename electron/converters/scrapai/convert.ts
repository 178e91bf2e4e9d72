import { builtInCallback } from '../../../shared/spider/schema.ts';
import { entriesOf, isObject, isSet, memberOf, membersOf } from '../../../shared/spider/plain.ts';
import { equalSetting } from '../../../shared/spider/equal-names.ts';
import { callbackName, domainsOf, emptyDraft, type Draft } from '../draft.ts';
import { finish, type ConvertedSpider } from '../finish.ts';
import { Notes } from '../report.ts';
import { jsonOrNothing, NotConvertible, readJson, type Converter } from '../source.ts';
import { numberOf, textsOf } from '../values.ts';
import { convertFields } from './fields.ts';
import { convertSections } from './sections.ts';
import { convertSettings } from './settings.ts';

const topKeys = new Set(
  'name source_url allowed_domains start_urls rules settings callbacks sections description tags'.split(' '),
);

/** Reads the spiders of scrapai. */
export const scrapai: Converter = {
  recognises(files) {
    const document = jsonOrNothing(files[0]?.text);
    if (!isObject(document) || files.length !== 1) return false;
    const settings = membersOf(document.settings).map(([name]) => name);
    return (
      'sections' in document || settings.some((name) => equalSetting(name) !== null || name === 'FIELDS')
    );
  },
  convert(files) {
    return files.flatMap((file) => {
      const value = readJson(file);
      if (Array.isArray(value))
        return value.map((each, index) => convertDocument(each, `${file.name}[${index}]`));
      return [convertDocument(value, `"${file.name}"`)];
    });
  },
};

function convertDocument(document: unknown, what: string): ConvertedSpider {
  const isSpider =
    isObject(document) &&
    ['start_urls', 'allowed_domains', 'sections', 'rules'].some((key) => key in document);
  if (!isSpider) {
    throw new NotConvertible(`${what} is no spider of scrapai.`, 'It has start_urls and rules or sections.');
  }
  const notes = new Notes();
  const draft = emptyDraft(typeof document.name === 'string' ? document.name : '');
  if (draft.name === document.name) notes.kept('name', 'name');
  else notes.changed('name', `name: ${draft.name}`, 'A name has letters, digits, "-" and "_" only.');
  for (const key of Object.keys(document)) {
    if (!topKeys.has(key)) notes.lost(key, 'A spider has no such key.');
  }
  convertPlaces(document, draft, notes);
  convertRules(document.rules, draft, notes);
  convertSections(document.sections, draft, notes);
  convertCallbacks(document.callbacks, draft, notes);
  convertSettings(document.settings, draft, notes);
  convertOwnFields(document.settings, draft, notes);
  convertListings(memberOf(document.settings, 'PAGINATED_LISTINGS'), draft, notes);
  sortRules(draft, notes);
  asSitemap(draft, notes);
  return finish(draft, notes);
}

function convertPlaces(document: Readonly<Record<string, unknown>>, draft: Draft, notes: Notes): void {
  for (const key of ['description', 'tags', 'source_url'] as const) {
    if (!isSet(document[key])) continue;
    Reflect.set(draft, key, document[key]);
    notes.kept(key, key);
  }
  for (const key of ['allowed_domains', 'start_urls'] as const) {
    draft[key] = [...textsOf(document[key])];
    if (draft[key].length > 0) notes.kept(key, key);
    for (const index of draft[key].keys()) notes.from([key, index], `${key}[${index}]`);
  }
  if (draft.allowed_domains.length > 0) return;
  draft.allowed_domains = domainsOf([...textsOf(document.start_urls), ...textsOf(document.source_url)]);
  notes.changed('allowed_domains', 'allowed_domains', 'None are given; those of the start URLs were taken.');
}

function convertRules(rules: unknown, draft: Draft, notes: Notes): void {
  for (const [index, rule] of entriesOf(rules).entries()) {
    const place = `rules[${index}]`;
    if (!isObject(rule)) {
      notes.lost(place, 'It is not an object.');
      continue;
    }
    notes.from(['rules', draft.rules.length], place);
    notes.kept(place, `rules[${draft.rules.length}]`);
    const priority = numberOf(rule.priority);
    draft.rules.push({ ...rule, ...(priority === null ? {} : { priority }) });
  }
}

function convertCallbacks(callbacks: unknown, draft: Draft, notes: Notes): void {
  for (const [name, callback] of membersOf(callbacks)) {
    const place = `callbacks.${name}`;
    notes.from(['callbacks', name], place);
    if (!isObject(callback)) {
      notes.lost(place, 'It is not an object.');
      continue;
    }
    const made: Record<string, unknown> = { ...callback };
    if (isObject(callback.iterate)) notes.kept(`${place}.iterate`, `${place}.iterate`);
    if (isSet(callback.extract)) {
      made.extract = convertFields(
        callback.extract,
        ['callbacks', name, 'extract'],
        `${place}.extract`,
        notes,
      );
    }
    draft.callbacks[name] = made;
  }
}

/** FIELDS says what articles are made of: their fields become a callback in the place of the built-in one. */
function convertOwnFields(settings: unknown, draft: Draft, notes: Notes): void {
  const key = isSet(memberOf(settings, 'FIELDS')) ? 'FIELDS' : 'FIELD_EXTRACT';
  const fields = memberOf(settings, key);
  if (!isSet(fields)) return;
  const place = `settings.${key}`;
  const entries = membersOf(fields);
  if (entries.length === 0) return notes.lost(place, 'It has no fields.');
  if (entries.every(([, field]) => field === 'auto')) return notes.kept(place, builtInCallback);
  const name = callbackName('parse_fields', draft.callbacks);
  notes.from(['callbacks', name], place);
  draft.callbacks[name] = { extract: convertFields(fields, ['callbacks', name, 'extract'], place, notes) };
  notes.changed(
    place,
    `callbacks.${name}`,
    `Own fields belong to a callback; rules that name ${builtInCallback} name it instead.`,
  );
  if (draft.rules.length === 0) draft.rules.push({ callback: name, follow: false });
  for (const rule of draft.rules) if (rule.callback === builtInCallback) rule.callback = name;
  for (const entry of entriesOf(draft.settings.GENERATED_URLS)) {
    if (isObject(entry) && entry.follow !== true && (entry.callback ?? builtInCallback) === builtInCallback)
      Reflect.set(entry, 'callback', name);
  }
}

/** PAGINATED_LISTINGS is the same here, but for its links, which go through the rules. */
function convertListings(given: unknown, draft: Draft, notes: Notes): void {
  const all = Array.isArray(given) ? given : isSet(given) ? [given] : [];
  const kept: unknown[] = [];
  for (const [index, listing] of all.entries()) {
    const place = `settings.PAGINATED_LISTINGS${Array.isArray(given) ? `[${index}]` : ''}`;
    const url = memberOf(listing, 'url');
    if (typeof url !== 'string') {
      notes.lost(place, 'It has no url.');
      continue;
    }
    const { callback, ...rest } = Object(listing);
    const links = memberOf(listing, 'link_selector');
    kept.push(rest);
    notes.from(['settings', 'PAGINATED_LISTINGS', kept.length - 1], place);
    if (typeof links === 'string') {
      draft.rules.push({
        restrict_css: [links],
        callback: typeof callback === 'string' ? callback : builtInCallback,
        follow: false,
      });
    }
    notes.changed(
      place,
      `settings.PAGINATED_LISTINGS[${kept.length - 1}] and rules`,
      'The links of its pages go through the rules, so there is one for them.',
    );
  }
  if (kept.length > 0) draft.settings['PAGINATED_LISTINGS'] = kept;
}

/** There the rule with the highest priority is tried first; here the first. */
function sortRules(draft: Draft, notes: Notes): void {
  const order = draft.rules.map((rule, index) => ({ rule, place: notes.originOf(['rules', index]) }));
  const sorted = order.toSorted(
    (a, b) => (numberOf(b.rule.priority) ?? 0) - (numberOf(a.rule.priority) ?? 0),
  );
  if (sorted.every(({ rule }, index) => rule === draft.rules[index])) return;
  draft.rules = sorted.map(({ rule }) => rule);
  for (const [index, { place }] of sorted.entries()) notes.from(['rules', index], place);
  notes.changed('rules', 'rules', 'They are tried in order here, so they are sorted by priority.');
}

/** There a spider with USE_SITEMAP follows no links, and extracts from every page that it lists. */
function asSitemap(draft: Draft, notes: Notes): void {
  if (draft.settings.USE_SITEMAP !== true) return;
  if (draft.rules.length === 0) draft.rules.push({ callback: builtInCallback });
  for (const rule of draft.rules) {
    rule.follow = false;
    rule.callback ??= builtInCallback;
  }
  notes.changed(
    'settings.USE_SITEMAP',
    'rules',
    'With a sitemap no links are followed there, so every rule has "follow": false.',
  );
}
