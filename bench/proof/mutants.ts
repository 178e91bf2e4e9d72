import type { FieldExtract, Spider } from '../../shared/spider/schema.ts';
import { fingerprintUrl } from '../../electron/engine/fingerprint.ts';
import { createOffline, type OfflineOutput } from '../../electron/engine/offline.ts';
import { decodePage } from '../../electron/fetch/decode.ts';
import { elementsBelow } from '../../electron/extract/walk.ts';
import { textOf } from '../../electron/extract/xpath/nodes.ts';
import { parsePage } from '../../electron/extract/tree.ts';
import { rankSelectors } from '../../electron/authoring/selectors/rank.ts';
import { randomOf, type Random } from '../../electron/proof/stress/random.ts';
import type { GoodSpider } from './good-spiders.ts';
import { readSaved } from './saved-pages.ts';

/** The kinds of faults that are planted. */
export const faults = [
  'wrong column',
  'one off in a list',
  'constant value',
  'dead pagination',
  'invented value',
  'swapped fields',
] as const;
export type Fault = (typeof faults)[number];

/** A spider with one fault. */
export interface Mutant {
  readonly fault: Fault;
  /** What was done, in a few words. */
  readonly how: string;
  readonly spider: Spider;
}

type Plant = (good: GoodSpider, random: Random) => Omit<Mutant, 'fault'> | null;

/** Plants one fault of a kind. Null: the spider has nothing to plant it in, or it would change nothing. */
export function mutantOf(good: GoodSpider, fault: Fault, seed: string): Mutant | null {
  const random = randomOf(`${seed} ${fault}`);
  // Some ways do nothing to some spiders; another is tried then.
  for (let tries = 0; tries < 6; tries += 1) {
    const planted = plants[fault](good, random);
    if (planted !== null && changes(good, planted.spider)) return { fault, ...planted };
  }
  return null;
}

const plants: Readonly<Record<Fault, Plant>> = {
  'wrong column': wrongColumn,
  'one off in a list': oneOff,
  'constant value': constantValue,
  'dead pagination': deadPagination,
  'invented value': inventedValue,
  'swapped fields': swappedFields,
};

/** Whether a spider gives something else, or follows something else, than a good one. */
function changes({ spider, pages }: GoodSpider, mutant: Spider): boolean {
  return pages.some(({ url, body }) => {
    const read = readSaved(url, body);
    const told = ({ items, links }: OfflineOutput): string =>
      JSON.stringify([
        items.map(({ title, content, author, published_date, metadata }) => [
          title,
          content,
          author,
          published_date,
          metadata,
        ]),
        links.map((link) => [link.url, link.follow]),
      ]);
    return told(createOffline(spider).extract(read)) !== told(createOffline(mutant).extract(read));
  });
}

interface Place {
  readonly callback: string;
  readonly field: string;
  readonly definition: FieldExtract;
}

/** The fields whose value is text from a selector. */
function fieldsOf({ callbacks }: Spider): Place[] {
  return Object.entries(callbacks ?? {}).flatMap(([callback, { extract }]) =>
    Object.entries(extract ?? {}).flatMap(([field, definition]) =>
      definition.type === 'nested_list' ? [] : { callback, field, definition },
    ),
  );
}

function withField(spider: Spider, { callback, field }: Place, definition: FieldExtract): Spider {
  const own = spider.callbacks?.[callback];
  return {
    ...spider,
    callbacks: {
      ...spider.callbacks,
      [callback]: { ...own, extract: { ...own?.extract, [field]: definition } },
    },
  };
}

const isRows = (spider: Spider): boolean =>
  Object.values(spider.callbacks ?? {}).some(({ iterate }) => iterate !== null && iterate !== undefined);

/** A field takes what another one takes, or another text of the page. */
function wrongColumn(good: GoodSpider, random: Random): Omit<Mutant, 'fault'> | null {
  const fields = fieldsOf(good.spider);
  const one = random.pick(fields);
  if (one === null) return null;
  if (random.below(2) === 0 || isRows(good.spider)) {
    const other = random.pick(fields.filter(({ field }) => field !== one.field));
    if (other === null) return null;
    return {
      how: `${one.field} takes ${other.field}`,
      spider: withField(good.spider, one, other.definition),
    };
  }
  const [first] = good.pages;
  const tree = parsePage(decodePage(first?.body ?? new Uint8Array(), 'text/html', 'html').text);
  const texts = elementsBelow(tree.document).filter((each) => {
    const text = textOf(each).trim();
    return (
      each.children.length === 1 &&
      text !== '' &&
      text.length < 80 &&
      !['script', 'style', 'title', 'option'].includes(each.name)
    );
  });
  const element = random.pick(texts);
  if (element === null) return null;
  const [best] = rankSelectors([{ page: tree, within: null, node: { element, part: 'text' } }], {
    most: 1,
    isForOthers: true,
  });
  if (best === undefined) return null;
  const definition: FieldExtract = { [best.language]: best.selector, processors: [{ type: 'strip' }] };
  return { how: `${one.field} takes ${best.selector}`, spider: withField(good.spider, one, definition) };
}

/** Rows that are one too few, or fields that are taken from the row after. */
function oneOff({ spider }: GoodSpider, random: Random): Omit<Mutant, 'fault'> | null {
  const [name, callback] =
    Object.entries(spider.callbacks ?? {}).find(
      ([, { iterate }]) => iterate !== null && iterate !== undefined,
    ) ?? [];
  if (name === undefined || callback?.iterate === null || callback?.iterate === undefined) return null;
  const { selector } = callback.iterate;
  const withRows = (how: string, changed: string): Omit<Mutant, 'fault'> => ({
    how,
    spider: {
      ...spider,
      callbacks: {
        ...spider.callbacks,
        [name]: { ...callback, iterate: { ...callback.iterate, selector: changed } },
      },
    },
  });
  if (/^[/(]/.test(selector)) {
    const way = random.pick([
      'position()>1',
      'position()<last()',
      'position() mod 2 = 1',
      'position()>1 and position()<last()',
    ]);
    return way === null ? null : withRows(`rows with ${way}`, `(${selector})[${way}]`);
  }
  const each = (ending: string): string =>
    splitList(selector)
      .map((part) => `${part}${ending}`)
      .join(', ');
  switch (random.below(5)) {
    case 0:
      return withRows('without the first child', each(':not(:first-child)'));
    case 1:
      return withRows('without the last child', each(':not(:last-child)'));
    case 2:
      return withRows('from the second of its kind', each(':nth-of-type(n+2)'));
    case 3:
      return withRows('every second', each(':nth-child(even)'));
    default: {
      const one = random.pick(
        fieldsOf(spider).filter(({ definition }) => typeof definition.css === 'string'),
      );
      const own = one?.definition.css;
      if (one === null || typeof own !== 'string') return null;
      return {
        how: `${one.field} of the next row`,
        spider: withField(spider, one, { ...one.definition, css: `:scope + * ${own}` }),
      };
    }
  }
}

/** Splits a selector list at its commas outside brackets. */
function splitList(selector: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of selector) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

/** A field takes something that is the same on all pages, or in all rows. */
function constantValue({ spider }: GoodSpider, random: Random): Omit<Mutant, 'fault'> | null {
  const one = random.pick(
    fieldsOf(spider).filter(({ field }) => spider.expect?.fields?.[field]?.constant !== true),
  );
  if (one === null) return null;
  const ways: readonly FieldExtract[] = isRows(spider)
    ? [
        { xpath: '//title/text()' },
        { xpath: '(//body//a)[1]//text()' },
        { xpath: '//h1//text()' },
        { xpath: '(//body//text()[normalize-space()])[1]' },
      ]
    : [
        { xpath: '(//body//a//text()[normalize-space()])[1]' },
        { xpath: '(//body//text()[normalize-space()])[last()]' },
        { css: 'html::attr(lang)' },
      ];
  const definition = random.pick(ways);
  return definition === null
    ? null
    : {
        how: `${one.field} takes ${definition.xpath ?? definition.css ?? ''}`,
        spider: withField(spider, one, definition),
      };
}

/** A rule for the next page that takes nothing, leads nowhere new, or stops there. */
function deadPagination({ set, spider, pages }: GoodSpider, random: Random): Omit<Mutant, 'fault'> | null {
  const rules = [...(spider.rules ?? [])];
  const at = rules.findIndex(({ follow }) => follow !== false);
  const rule = rules[at];
  if (set !== 'pagination' || rule === undefined || reachesStart(spider, pages, at)) return null;
  const replaced = (how: string, by: object): Omit<Mutant, 'fault'> => ({
    how,
    spider: { ...spider, rules: rules.map((each, number) => (number === at ? { ...rule, ...by } : each)) },
  });
  switch (random.below(5)) {
    case 0:
      return replaced('a pattern that matches nothing', { allow: ['/no-such-page/'] });
    case 1:
      return replaced('a region that is not there', { restrict_css: ['.no-such-pager'] });
    case 2:
      return replaced('links that are not followed', { follow: false });
    case 3:
      return replaced('only links to the page itself', {
        restrict_css: null,
        allow: [`^${(pages[0]?.url ?? '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`],
      });
    default:
      return replaced('a pattern that denies it', { deny: ['.'] });
  }
}

/** Whether a rule takes links to start URLs, which are followed without it. */
function reachesStart(spider: Spider, pages: GoodSpider['pages'], rule: number): boolean {
  const offline = createOffline(spider);
  const starts = new Set(spider.start_urls.map(fingerprintUrl));
  const links = pages.flatMap(({ url, body }) => offline.extract(readSaved(url, body)).links);
  return links.some(
    (link) => starts.has(link.fingerprint) && (link.rule === rule || link.callback === 'parse_rows'),
  );
}

/** A value that is on no page. */
function inventedValue({ spider }: GoodSpider, random: Random): Omit<Mutant, 'fault'> | null {
  const one = random.pick(
    fieldsOf(spider).filter(({ field }) => spider.expect?.fields?.[field]?.constant !== true),
  );
  const example = spider.expect?.fields?.[one?.field ?? '']?.examples?.[0];
  if (one === null || typeof example !== 'string' || /["']/.test(example)) return null;
  const ways: readonly [string, FieldExtract][] = [
    ['a default', { css: '.no-such-element::text', processors: [{ type: 'default', default: example }] }],
    ['a literal', { xpath: `'${example}'` }],
    ['a literal in concat', { xpath: `concat('${example}', substring(string(//title), 1, 0))` }],
    [
      'a replacement',
      {
        css: 'title::text',
        processors: [
          { type: 'regex', pattern: '^', group: 0 },
          { type: 'default', default: example },
        ],
      },
    ],
    ['a literal in string', { xpath: `string('${example}')` }],
  ];
  const [how, definition] = random.pick(ways) ?? [];
  return how === undefined || definition === undefined
    ? null
    : { how: `${one.field} is ${how}`, spider: withField(spider, one, definition) };
}

/** Two fields take each other's values. */
function swappedFields({ spider }: GoodSpider, random: Random): Omit<Mutant, 'fault'> | null {
  const fields = fieldsOf(spider);
  const one = random.pick(fields);
  const other = random.pick(
    fields.filter(({ field, callback }) => field !== one?.field && callback === one?.callback),
  );
  if (one === null || other === null) return null;
  const swapped = withField(withField(spider, one, other.definition), other, one.definition);
  return { how: `${one.field} and ${other.field}`, spider: swapped };
}
