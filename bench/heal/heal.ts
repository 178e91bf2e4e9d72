import { parseArgs } from 'node:util';
import { isText, type AnyNode, type Element } from 'domhandler';
import { heal } from '../../electron/authoring/repair/heal.ts';
import { elementOf } from '../../electron/authoring/repair/describe-elements.ts';
import { takenAt, valueAt, type HealPage, type Pair } from '../../electron/authoring/repair/places.ts';
import { rankByValues } from '../../electron/authoring/selectors/by-value.ts';
import { renderTable } from '../../electron/cli/table.ts';
import { PageContext } from '../../electron/extract/page-context.ts';
import type { PageTree } from '../../electron/extract/tree.ts';
import { elementsBelow } from '../../electron/extract/walk.ts';
import { textOf } from '../../electron/extract/xpath/nodes.ts';
import type { FieldExtract } from '../../shared/spider/schema.ts';
import { openSet, type LabelledPage, type LabelledSet } from '../authoring/labelled-set.ts';
import { randomOf } from '../../electron/proof/stress/random.ts';
import { changeSite, siteChanges, type SiteChange } from './site-change.ts';

const usage = `Measures how well selectors are found again after sites have changed.

  npm run bench:heal -- --data DIR [--seed N] [--rounds N] [--pages N] [--apart] [--json] [--verbose]

DIR holds fields-swde and fields-exalg. For each field a selector is made from three values. All pages of a site then change alike, in
one way or in three at once. Where the selector no longer gives its values, it is healed from the pages before and after. --apart
gives other pages after the change than before, so that no URL is the same.`;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
    pages: { type: 'string', default: '12' },
    site: { type: 'string' },
    apart: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
if (values.data === undefined) {
  console.error(usage);
  process.exit(2);
}

/** Share of the pages on which a selector must give the values to be right. */
const rightFrom = 0.9;
const labels = 3;

interface Site {
  readonly name: string;
  readonly pages: readonly { readonly row: LabelledPage; readonly url: string }[];
  readonly fields: Readonly<Record<string, FieldExtract>>;
}

const kindsOfRound: readonly (readonly [string, (seed: string) => readonly SiteChange[]])[] = [
  ...siteChanges.map((kind): [string, () => readonly SiteChange[]] => [kind, () => [kind]]),
  ['three at once', (seed) => someOf(seed, 3)],
  ['all at once', () => siteChanges],
];

function someOf(seed: string, count: number): SiteChange[] {
  const rest = [...siteChanges];
  const random = randomOf(seed);
  return Array.from({ length: count }, () => rest.splice(random.below(rest.length), 1)).flat();
}

function openPage(
  set: LabelledSet,
  { row, url }: Site['pages'][number],
): HealPage & { readonly page: PageTree } {
  const page = set.parse(row);
  return { url, page, context: new PageContext(page, { url, fetchedAt: 0 }) };
}

/** The values of a field that the truth of a page names. */
function truthOf({ fields, values: named }: LabelledPage, field: string): string[] {
  const all: unknown = fields ?? named;
  const found: unknown = typeof all === 'object' && all !== null ? Reflect.get(all, field) : [];
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
}

const squeezed = (text: unknown): string =>
  (typeof text === 'string' ? text : JSON.stringify(text ?? null)).replaceAll(/\s+/g, '');

/** The fields of a site for which a right selector is made from the values of three pages. */
function siteOf(set: LabelledSet, name: string, rows: readonly LabelledPage[], most: number): Site {
  const pages = rows.slice(0, most).map((row) => ({ row, url: `https://${name}.example/${row.id}` }));
  const open = pages.map((page) => ({ ...openPage(set, page), row: page.row }));
  const names = new Set(rows.flatMap(({ fields, values: named }) => Object.keys(fields ?? named ?? {})));
  const fields: Record<string, FieldExtract> = {};
  for (const field of names) {
    const having = open.filter(({ row }) => truthOf(row, field).length === 1);
    if (having.length < 5) continue;
    const labelled = having
      .slice(0, labels)
      .map(({ page, row }) => ({ page, value: truthOf(row, field)[0] ?? '' }));
    const others = open.filter((each) => !having.slice(0, labels).includes(each)).map(({ page }) => page);
    const [best] = rankByValues(labelled, others);
    if (best === undefined) continue;
    const made: FieldExtract = best.language === 'css' ? { css: best.selector } : { xpath: best.selector };
    const right = having.filter(({ row, ...on }) => {
      const value = squeezed(valueAt({ scope: on.page.document, on }, made));
      return value.includes(squeezed(truthOf(row, field)[0] ?? ''));
    });
    if (right.length >= rightFrom * having.length) fields[field] = made;
  }
  return { name, pages, fields };
}

/** Where a node of a page is, so that it is found on another parse of it. */
function placeIn(node: AnyNode): { element: Element | null; child: number } {
  const element = elementOf(node);
  const child = isText(node) && element !== null ? element.children.indexOf(node) : -1;
  return { element, child };
}

interface Outcome {
  readonly kind: string;
  readonly site: string;
  readonly field: string;
  readonly isBroken: boolean;
  readonly result: 'right' | 'wrong' | 'offered' | 'refused' | 'unseen' | 'kept' | 'spoilt';
}

const round4 = (value: number): number => Math.round(value * 1000) / 10;
const outcomes: Outcome[] = [];
let spent = 0;
let healed = 0;

for (const name of ['fields-swde', 'fields-exalg']) {
  const set = openSet(values.data, name);
  for (const [siteName, rows] of Map.groupBy(set.pages, ({ site }) => site ?? '')) {
    if (values.site !== undefined && values.site !== siteName) continue;
    const site = siteOf(set, siteName, rows, Number(values.pages));
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const [kind, kinds] of kindsOfRound) {
        const seed = `${values.seed} ${round} ${siteName} ${kind}`;
        changeAndHeal(set, site, { kind, kinds: kinds(seed), seed });
      }
  }
}
report();

function changeAndHeal(
  set: LabelledSet,
  site: Site,
  { kind, kinds, seed }: { kind: string; kinds: readonly SiteChange[]; seed: string },
): void {
  const before = site.pages.map((page) => openPage(set, page));
  const after = site.pages.map((page) => openPage(set, page));
  const wanted = before.map((old, at) => {
    const numbers = new Map<AnyNode, number>(
      elementsBelow(old.page.document).map((element, number) => [element, number]),
    );
    const fresh = elementsBelow(after[at]?.page.document ?? old.page.document);
    return new Map(
      Object.entries(site.fields).flatMap(([field, definition]) => {
        const taken = takenAt({ scope: old.page.document, on: old }, definition);
        const [node] = taken?.nodes ?? [];
        if (node === undefined) return [];
        const { element, child } = placeIn(node);
        const twin = element === null ? undefined : fresh[numbers.get(element) ?? -1];
        const found = child < 0 ? twin : twin?.children[child];
        if (found === undefined) return [];
        const value = squeezed(valueAt({ scope: old.page.document, on: old }, definition));
        return [[field, { node: found, text: squeezed(textOf(found)), value }] as const];
      }),
    );
  });
  for (const [at, { page, url }] of after.entries())
    changeSite(page, kinds, {
      seed,
      page: url,
      values: [...(wanted[at]?.values() ?? [])].map(({ node }) => node),
    });
  const half = Math.ceil(before.length / 2);
  const pairs: Pair[] = values.apart
    ? before.slice(0, half).flatMap((old, at) => {
        const fresh = after[half + at];
        return fresh === undefined ? [] : [pairOf(old, fresh, false)];
      })
    : before.flatMap((old, at) => {
        const fresh = after[at];
        return fresh === undefined ? [] : [pairOf(old, fresh, true)];
      });
  const shareRight = (field: string, definition: FieldExtract): number => {
    const tried = after.flatMap((on, at) => {
      const known = wanted[at]?.get(field);
      if (known === undefined) return [];
      const { node, text, value } = known;
      const isChanged = squeezed(textOf(node)) !== text;
      // Of a value that is part of a text, only that of an unchanged text is known.
      if (isChanged && value !== text) return [];
      const expected = isChanged ? squeezed(textOf(node)) : value;
      return [squeezed(valueAt({ scope: on.page.document, on }, definition)) === expected];
    });
    return tried.filter(Boolean).length / Math.max(1, tried.length);
  };
  const isRight = (field: string, definition: FieldExtract): boolean =>
    shareRight(field, definition) >= rightFrom;
  const began = process.cpuUsage();
  const healings = heal({ extract: { ...site.fields } }, pairs);
  const { user, system } = process.cpuUsage(began);
  spent += (user + system) / 1000;
  healed += 1;
  for (const { slot, verdict, repairs } of healings) {
    const own = site.fields[slot.name];
    if (own === undefined) continue;
    const isBroken = !isRight(slot.name, own);
    const good = repairs.map(
      ({ replacement }) => typeof replacement !== 'string' && isRight(slot.name, replacement),
    );
    const result = ((): Outcome['result'] => {
      if (!isBroken) return verdict === 'sure' && good[0] !== true ? 'spoilt' : 'kept';
      if (verdict === 'fine') return 'unseen';
      if (verdict === 'sure') return good[0] === true ? 'right' : 'wrong';
      return good.includes(true) ? 'offered' : 'refused';
    })();
    outcomes.push({ kind, site: site.name, field: slot.name, isBroken, result });
    if (values.verbose && !['right', 'kept'].includes(result)) {
      const shown = repairs.map(
        ({ replacement, score }) =>
          `${score.toFixed(3)} ${typeof replacement === 'string' ? '' : shareRight(slot.name, replacement).toFixed(2)} ${JSON.stringify(replacement)}`,
      );
      console.error(
        `${result}\t${kind}\t${site.name}\t${slot.name}\t${JSON.stringify(own)}\n    ${shown.join('\n    ')}`,
      );
    }
  }
}

function pairOf(
  old: HealPage & { page: PageTree },
  fresh: HealPage & { page: PageTree },
  isSame: boolean,
): Pair {
  return {
    old: { scope: old.page.document, on: old },
    fresh: { scope: fresh.page.document, on: fresh },
    isSame,
  };
}

function report(): void {
  const line = (name: string, of: readonly Outcome[]): string[] => {
    const broken = of.filter(({ isBroken }) => isBroken);
    const share = (...results: readonly Outcome['result'][]): string =>
      broken.length === 0
        ? '–'
        : String(round4(broken.filter(({ result }) => results.includes(result)).length / broken.length));
    const kept = of.filter(({ isBroken }) => !isBroken);
    const spoilt = kept.filter(({ result }) => result === 'spoilt').length;
    return [
      name,
      String(broken.length),
      share('right'),
      share('wrong'),
      share('offered'),
      share('refused'),
      share('unseen'),
      `${spoilt} of ${kept.length}`,
    ];
  };
  if (values.json) {
    console.log(JSON.stringify(outcomes));
    return;
  }
  const kinds = Map.groupBy(outcomes, ({ kind }) => kind);
  const sites = Map.groupBy(outcomes, ({ site }) => site);
  console.log(
    renderTable(
      [
        '',
        'broken',
        'right %',
        'wrong when sure %',
        'right among three %',
        'refused %',
        'unseen %',
        'spoilt',
      ],
      [
        ...[...kinds].map(([kind, of]) => line(kind, of)),
        ...[...sites].map(([site, of]) => line(`site ${site}`, of)),
        line('all', outcomes),
      ],
    ),
  );
  console.log(
    `${(spent / Math.max(1, healed)).toFixed(0)} ms of processor time to heal the fields of a site`,
  );
}
