import type { PageContext } from '../../extract/page-context.ts';
import type { PageTree } from '../../extract/tree.ts';
import { nameWords } from '../../extract/articles/blocks.ts';
import type { ListDraft } from '../measure-list.ts';
import { describeTree, type DescribedTree } from '../tree.ts';
import { columnsOf } from './columns.ts';
import { writeLists, type DetectedList } from './find-lists.ts';
import { recordSelector } from './record-selector.ts';

/** A list as a spider takes it, and the records that it was made from. */
export interface DraftedList extends ListDraft {
  readonly list: DetectedList;
}

/** Lists that are written out. Hardly ever is a list further down the one that is wanted. */
const maxDrafts = 5;
/**
 * The least score of a list besides the best, which menus and parts of records do not reach, and how far it may be behind that of the
 * best. On sites that were left out, no list that was wanted is further.
 */
const others = { leastScore: 3.5, mostBehind: 6 };
/** For the best list, and for the others: records that the columns are made from, and columns that tell nothing. */
const limits = { best: { most: 30, noise: 12 }, others: { most: 12, noise: 4 } };

/** Writes the lists of a page as rows and fields, best first. Lists that no selector tells from what is beside them are left out. */
export function draftLists(
  page: PageTree,
  context: PageContext,
  tree: DescribedTree = describeTree(page),
): DraftedList[] {
  let isBest = true;
  return writeLists(tree, { most: maxDrafts, ...others }, (list) => {
    const heads = list.records.flatMap(([head]) => tree.factsOf(head ?? null) ?? []);
    const selector = recordSelector(tree, heads);
    if (selector === null) return null;
    const columns = columnsOf(list.extended, context, {
      ...(isBest ? limits.best : limits.others),
      isThread: list.making === 'thread',
    });
    if (columns.fields.length === 0) return null;
    isBest = false;
    return {
      list,
      selector,
      scopes: heads.map(({ element }) => element),
      label: labelOf(list, columns.fields),
      confidence: confidenceOf(list),
      ...columns,
    };
  });
}

/**
 * How sure it is that the page is for this list. Of the labelled pages of lists nine of ten are above 0.7, of pages about one thing
 * a third are below.
 */
function confidenceOf({ score }: DetectedList): number {
  return 1 / (1 + Math.exp(-(score - 8) / 1.5));
}

/** What records are, by words of their classes, and of the classes and the kind around them. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(?:comments?|reply|replies)$/, 'comments'],
  [/^(?:jobs?|vacanc(?:y|ies)|positions?)$/, 'jobs'],
  [/^events?$/, 'events'],
  [/^reviews?$/, 'reviews'],
  [/^(?:products?|hproduct|sku|goods)$/, 'products'],
  [/^(?:books?)$/, 'books'],
  [/^(?:questions?|faqs?|accordion)$/, 'questions'],
  [/^answers?$/, 'answers'],
  [/^(?:recipes?)$/, 'recipes'],
  [/^(?:topics?|threads?)$/, 'topics'],
  [/^messages?$/, 'messages'],
  [/^(?:posts?|hentry)$/, 'posts'],
  [/^(?:articles?|story|stories|news)$/, 'articles'],
  [/^(?:results?|hits?|search)$/, 'results'],
];

function labelOf({ records }: DetectedList, fields: ListDraft['fields']): string {
  const head = records[0]?.[0];
  if (head === undefined || !('attribs' in head)) return 'entries';
  const { parent } = head;
  const around = [nameWords(head), parent !== null && 'attribs' in parent ? nameWords(parent) : []];
  for (const words of around) {
    const kind = kinds.find(([pattern]) => words.some((word) => pattern.test(word)));
    if (kind !== undefined) return kind[1];
  }
  if (fields.some(({ type }) => type === 'price')) return 'products';
  if (head.name === 'article') return 'articles';
  return head.name === 'tr' ? 'rows' : 'entries';
}
