import { createHash } from 'node:crypto';
import { isText, type AnyNode } from 'domhandler';
import { rankByValues } from '../../electron/authoring/selectors/by-value.ts';
import type { RankedSelector } from '../../electron/authoring/selectors/rank.ts';
import { squeeze } from '../../electron/authoring/selectors/scope-index.ts';
import { selectorFor } from '../../electron/extract/select.ts';
import type { PageTree } from '../../electron/extract/tree.ts';
import { walk } from '../../electron/extract/walk.ts';
import type { LabelledPage, LabelledSet, Predictor } from './labelled-set.ts';

/** Numbers of labelled pages, and draws of them. */
const sizes = [1, 2, 3];
const draws = [0, 1, 2, 3, 4];
/** A field counts that has one value on so many pages. */
const enoughPages = 5;

type Values = Readonly<Record<string, readonly string[]>>;
type Predicted = Record<string, Record<string, Record<string, string>[]>>;

/** Fields from the values of one, two or three pages: what the first selector takes from the others. */
export const fields: Predictor = {
  sets: ['fields-swde', 'fields-exalg'],
  predict(set) {
    const sites = Map.groupBy(set.pages, ({ site }) => site ?? '');
    return Object.fromEntries([...sites].map(([site, pages]) => [site, predictSite(set, site, pages)]));
  },
};

function predictSite(set: LabelledSet, site: string, pages: readonly LabelledPage[]): Predicted {
  const trees = new Map(pages.map((page) => [page.id, set.parse(page)]));
  const truth = new Map(pages.map((page) => [page.id, valuesOf(page)]));
  const names = new Set([...truth.values()].flatMap((values) => Object.keys(values)));
  const predicted: Predicted = {};
  for (const field of names) {
    const ids = pages.map(({ id }) => id).filter((id) => truth.get(id)?.[field]?.length === 1);
    if (ids.length < enoughPages) continue;
    predicted[field] = Object.fromEntries(
      sizes.map((size) => [
        String(size),
        draws.map((draw) => {
          const labelled = drawn(ids, `${site}${field}${draw}`).slice(0, size);
          const values = labelled.map((id): [string, string] => [id, truth.get(id)?.[field]?.[0] ?? '']);
          return set.timed(() => predict(trees, new Map(values)));
        }),
      ]),
    );
  }
  return predicted;
}

function predict(
  trees: ReadonlyMap<string, PageTree>,
  known: ReadonlyMap<string, string>,
): Record<string, string> {
  const labelled = [...trees].flatMap(([id, page]) => {
    const value = known.get(id);
    return value === undefined ? [] : [{ page, value }];
  });
  const others = [...trees].filter(([id]) => !known.has(id));
  const [best] = rankByValues(
    labelled,
    others.map(([, page]) => page),
  );
  return Object.fromEntries(
    others.map(([id, page], at) => {
      const node = best?.chosen[at] ?? null;
      return [id, node === null ? valueOn(page, best) : nodeText(node)];
    }),
  );
}

/** The value of a selector that selects no node but makes a text. */
function valueOn(page: PageTree, best: RankedSelector | undefined): string {
  const read = best === undefined ? null : selectorFor(best.language, best.selector);
  const [match] = read?.ok === true ? read.selector.select(page.document) : [];
  return match?.kind === 'string' ? match.value : '';
}

/** The text nodes of a node joined by one space and squeezed. */
function nodeText(node: AnyNode | null): string {
  const texts: string[] = [];
  if (node !== null) {
    walk(node, {
      enter(each) {
        if (isText(each)) texts.push(each.data);
      },
    });
  }
  return squeeze(texts.join(' '));
}

/** The ids in the order of a draw. */
function drawn(ids: readonly string[], seed: string): string[] {
  const key = (id: string): string =>
    createHash('sha256')
      .update(seed + id)
      .digest('hex');
  return ids
    .map((id) => ({ id, key: key(id) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ id }) => id);
}

/** The known values of a page, by field. */
function valuesOf({ fields: named, values }: LabelledPage): Values {
  const found = named ?? values;
  if (typeof found !== 'object' || found === null) return {};
  return Object.fromEntries(
    Object.entries(found).map(([field, of]: [string, unknown]) => [
      field,
      Array.isArray(of) ? of.filter((each) => typeof each === 'string') : [],
    ]),
  );
}
