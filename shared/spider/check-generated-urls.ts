import { urlWithExamples } from './check-args.ts';
import { fillArgs } from './args.ts';
import { validate } from './generated/validate-schema.mjs';
import { fillTemplate, maxGeneratedUrls, placeholdersOf, seriesOf, type Series } from './generated-urls.ts';
import { entriesOf, isObject, isSet, memberOf } from './plain.ts';
import type { Path, Report } from './problems.ts';
import { builtInCallback, maxUrlLength } from './schema.ts';
import type { GeneratedUrls } from './settings-schema.ts';
import { domainsCover, readAddress, readableDomains } from './web-address.ts';
import { listed, shorten } from './wording.ts';

const root: Path = ['settings', 'GENERATED_URLS'];

/**
 * Checks GENERATED_URLS beyond its shape: that placeholders and variables agree, that the URLs can be fetched, and that
 * there are not too many. What is wrong makes the setting unusable, which is a warning.
 *
 * @returns whether the setting makes URLs, is not given, or cannot be used
 */
export function checkGeneratedUrls(document: unknown, report: Report): 'none' | 'usable' | 'unusable' {
  const given = memberOf(memberOf(document, 'settings'), 'GENERATED_URLS');
  if (!isSet(given) || (Array.isArray(given) && given.length === 0)) return 'none';
  const entries = inShape(given);
  if (entries === null) return 'unusable';
  let isUsable = true;
  const refuse = (path: Path, message: string): void => {
    isUsable = false;
    report.warning([...root, ...path], 'setting-unusable', message, {
      hint: 'GENERATED_URLS is stored with the spider, and the crawl uses its default instead.',
    });
  };
  const withExamples = urlWithExamples(document);
  const domains = readableDomains(entriesOf(memberOf(document, 'allowed_domains')));
  let total = 0;
  for (const [index, entry] of entries.entries()) {
    const template = withExamples(entry.template);
    const series = checkVariables({ ...entry, template }, index, refuse);
    checkUse(entry, index, memberOf(document, 'callbacks'), refuse);
    if (entry.follow === true && entriesOf(memberOf(document, 'rules')).length === 0) {
      const message = `GENERATED_URLS[${index}] has no effect: it follows links, and the spider has no rules for them`;
      report.warning([...root, index, 'follow'], 'setting-without-effect', message, {
        hint: 'Add a rule, or name a callback instead of follow.',
      });
    }
    if (series === null) continue;
    total += [...series.values()].reduce((product, { count }) => product * count, 1);
    const outside = checkAddresses({ ...entry, template }, index, { series, domains }, refuse);
    if (outside === null) continue;
    const message = `GENERATED_URLS[${index}] is outside allowed_domains: '${shorten(outside)}'`;
    report.warning([...root, index, 'template'], 'start-url-outside-domains', message, {
      hint: `Add "${shorten(outside)}" to allowed_domains, or links to it are dropped.`,
    });
  }
  if (total > maxGeneratedUrls) {
    const most = maxGeneratedUrls.toLocaleString('en');
    refuse([], `GENERATED_URLS makes ${total.toLocaleString('en')} URLs; at most ${most} are made`);
  }
  return isUsable ? 'usable' : 'unusable';
}

type Refuse = (path: Path, message: string) => void;

/** The entries, where the setting has the shape that the schema asks for; else null, and `checkShape` reports why. */
function inShape(given: unknown): readonly GeneratedUrls[] | null {
  const plain: unknown = {
    name: 'x',
    allowed_domains: ['example.org'],
    start_urls: [],
    settings: { GENERATED_URLS: given },
  };
  return validate(plain) ? (plain.settings?.GENERATED_URLS ?? []) : null;
}

/** Checks the variables. @returns their values; null where something is wrong */
function checkVariables(
  { template, vars, formdata }: GeneratedUrls,
  index: number,
  refuse: Refuse,
): Map<string, Series> | null {
  const label = `GENERATED_URLS[${index}]`;
  // An argument, ${name}, is no placeholder.
  const inForm = Object.values(formdata ?? {}).flatMap((value) => [
    ...placeholdersOf(fillArgs(String(value), () => '')),
  ]);
  const wanted = new Set([...placeholdersOf(template), ...inForm]);
  const all = new Map<string, Series>();
  for (const name of wanted) {
    if (!Object.hasOwn(vars, name)) {
      refuse([index, 'template'], `${label}.template: vars has no variable for {${shorten(name)}}`);
    }
  }
  for (const [name, variable] of Object.entries(vars)) {
    const series = seriesOf(variable);
    const path = [index, 'vars', name];
    if (!wanted.has(name))
      refuse(path, `${label}.vars.${shorten(name)}: the template has no {${shorten(name)}}`);
    else if (typeof series === 'string') refuse(path, `${label}.vars.${shorten(name)}: ${series}`);
    else all.set(name, series);
  }
  return all.size === wanted.size && Object.keys(vars).length === wanted.size ? all : null;
}

/** Checks what is done with the pages. */
function checkUse(
  { callback, follow, method, formdata }: GeneratedUrls,
  index: number,
  callbacks: unknown,
  refuse: Refuse,
): void {
  if (isSet(formdata) && method !== 'POST') {
    refuse([index, 'formdata'], `GENERATED_URLS[${index}] has formdata, which only method "POST" sends`);
  }
  if (!isSet(callback)) return;
  const path = [index, 'callback'];
  const label = `GENERATED_URLS[${index}]`;
  if (follow === true) {
    refuse(path, `${label} has a callback and follow; it can have one of them`);
  }
  if (callback === builtInCallback || (isObject(callbacks) && Object.hasOwn(callbacks, callback))) return;
  const defined = [...new Set([...Object.keys(Object(callbacks)), builtInCallback])].sort();
  refuse(
    path,
    `${label} references undefined callback: '${shorten(callback)}'. Defined callbacks: ${listed(defined)}`,
  );
}

/**
 * Checks that URLs of an entry can be fetched: the first and the last one, and one for each listed value.
 * @returns the first host outside the domains; null: none is
 */
function checkAddresses(
  { template, vars }: GeneratedUrls,
  index: number,
  { series, domains }: { series: ReadonlyMap<string, Series>; domains: ReadonlySet<string> | null },
  refuse: Refuse,
): string | null {
  let outside: string | null = null;
  for (const values of samplesOf(series, vars)) {
    const url = fillTemplate(template, values);
    const label = `A URL of GENERATED_URLS[${index}]`;
    const address = readAddress(url, label);
    if ('message' in address) {
      refuse([index, 'template'], address.message);
      return null;
    }
    if (url.length > maxUrlLength) {
      refuse(
        [index, 'template'],
        `${label} has ${url.length} characters; at most ${maxUrlLength} are allowed`,
      );
      return null;
    }
    if (domains !== null && domains.size > 0 && !domainsCover(domains, address.host))
      outside ??= address.host;
  }
  return outside;
}

/** Values for the placeholders: all at their first, all at their last, and then each listed value. */
function* samplesOf(
  series: ReadonlyMap<string, Series>,
  vars: GeneratedUrls['vars'],
): Generator<ReadonlyMap<string, string>> {
  yield new Map([...series].map(([name, { at }]) => [name, at(0)]));
  const last = new Map([...series].map(([name, { at, count }]) => [name, at(count - 1)]));
  yield last;
  for (const [name, { at, count }] of series) {
    // Numbers and days are alike; a listed value can be anything.
    const tried = vars[name]?.type === 'list' ? count : 0;
    for (let index = 0; index < tried; index += 1) yield new Map(last).set(name, at(index));
  }
}
