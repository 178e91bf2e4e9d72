import { compilePattern } from '../../patterns/compile.ts';
import { readPattern } from '../../../shared/patterns/read.ts';
import { entriesOf, isObject, type PlainObject } from '../../../shared/spider/plain.ts';
import type { Draft } from '../draft.ts';
import type { Notes } from '../report.ts';
import { textFrom } from '../values.ts';
import { patternsOf } from './fields.ts';
import type { SampleCallback } from './samples.ts';

/** Whether a pattern is found in a URL. One that is wrong is found nowhere. */
function isFound(pattern: string, url: string): boolean {
  const read = readPattern(pattern);
  if (!read.ok) return false;
  try {
    return compilePattern(read.pattern).test(url);
  } catch {
    return false;
  }
}

/** A pattern for addresses like one: its numbers, or else its last part, may be others. Null: it is no address with a path. */
function patternLike(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || parsed.pathname === '/') return null;
  const path = parsed.pathname + parsed.search;
  const escaped = path.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  if (/\d/.test(path)) return `${escaped.replaceAll(/\d+/g, String.raw`\d+`)}$`;
  const [, before, end = ''] = /^(.*\/)[^/]+(\/?)$/.exec(escaped) ?? [];
  return before === undefined || before === '/' ? `${escaped}$` : `${before}[^/?#]+${end}$`;
}

/** Makes the rules, and says which pages give the items of which sample. */
export class Pages {
  readonly #samples: readonly SampleCallback[];
  readonly #draft: Draft;
  readonly #notes: Notes;
  readonly #reached = new Set<string>();

  constructor(samples: readonly SampleCallback[], draft: Draft, notes: Notes) {
    this.#samples = samples;
    this.#draft = draft;
    this.#notes = notes;
  }

  convert(given: PlainObject): void {
    const mode = typeof given.links_to_follow === 'string' ? given.links_to_follow : 'all';
    if (mode !== 'none') this.#rules(given, mode);
    else this.#notes.kept('links_to_follow', 'no rules');
    this.#start(mode === 'none');
    for (const { name, place } of this.#samples) {
      if (this.#reached.has(name)) continue;
      this.#notes.lost(place, 'No page is known that is like it; name its callback in a rule.');
    }
  }

  #rules(given: PlainObject, mode: string): void {
    const patterns =
      mode === 'patterns' ? patternsOf(given.follow_patterns, 'follow_patterns', this.#notes) : [];
    const denied = patternsOf(given.exclude_patterns, 'exclude_patterns', this.#notes);
    const deny = denied.length === 0 ? {} : { deny: denied };
    if (denied.length > 0) this.#notes.kept('exclude_patterns', 'rules[*].deny');
    if (mode !== 'patterns' && entriesOf(given.follow_patterns).length > 0)
      this.#notes.lost('follow_patterns', `links_to_follow is "${mode}", so they are not used.`);
    for (const [index, pattern] of patterns.entries()) {
      const sample = this.#samples.find(({ url }) => url !== null && isFound(pattern, url));
      this.#add({ allow: [pattern], ...deny }, sample ?? null, `follow_patterns[${index}]`);
    }
    if (mode === 'patterns') {
      this.#notes.kept('links_to_follow', 'rules');
      return;
    }
    for (const sample of this.#samples) {
      const isStart = sample.url !== null && this.#draft.start_urls.includes(sample.url);
      const pattern = sample.url === null || isStart ? null : patternLike(sample.url);
      if (pattern === null) continue;
      this.#add({ allow: [pattern], ...deny }, sample, `${sample.place} url`);
    }
    this.#add(deny, null, 'links_to_follow');
    if (mode === 'auto')
      this.#notes.changed(
        'links_to_follow',
        'rules',
        'Links that look like pages of a list are not told apart; all are followed.',
      );
  }

  #add(rule: object, sample: SampleCallback | null, place: string): void {
    const draft = this.#draft;
    this.#notes.from(['rules', draft.rules.length], place);
    const here = `rules[${draft.rules.length}]`;
    draft.rules.push({ ...rule, ...(sample === null ? {} : { callback: sample.name }), follow: true });
    if (sample === null) return this.#notes.kept(place, here);
    this.#reached.add(sample.name);
    this.#notes.changed(
      place,
      here,
      'There each page is compared with all samples; here a rule says what is taken from its pages.',
    );
  }

  /** Start pages that are like a sample give its items. */
  #start(isAll: boolean): void {
    const draft = this.#draft;
    const [first] = this.#samples;
    const only = isAll && this.#samples.length === 1 ? first : undefined;
    const likes = this.#samples.map((sample) => ({ sample, pattern: patternLike(sample.url ?? '') }));
    const requests: { request: object; place: string }[] = [];
    const urls: unknown[] = [];
    for (const [index, url] of draft.start_urls.entries()) {
      const text = textFrom(url);
      const like =
        this.#samples.find((sample) => sample.url === text) ??
        likes.find(({ pattern }) => pattern !== null && isFound(pattern, text))?.sample ??
        only;
      const place = this.#notes.originOf(['start_urls', index]);
      if (like === undefined) {
        this.#notes.from(['start_urls', urls.length], place);
        urls.push(url);
        continue;
      }
      this.#reached.add(like.name);
      requests.push({ request: { url, callback: like.name }, place });
    }
    draft.start_urls = urls;
    this.#generated(only);
    if (requests.length === 0) return;
    draft.start_requests = requests.map(({ request }) => request);
    for (const [index, { place }] of requests.entries()) this.#notes.from(['start_requests', index], place);
  }

  #generated(only: SampleCallback | undefined): void {
    for (const entry of entriesOf(this.#draft.settings.GENERATED_URLS)) {
      if (!isObject(entry)) continue;
      if (only === undefined) Reflect.set(entry, 'follow', true);
      else Reflect.set(entry, 'callback', only.name);
      if (only !== undefined) this.#reached.add(only.name);
    }
  }
}
