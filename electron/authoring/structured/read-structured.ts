import type { ProposedField } from '../../../shared/contract/types.ts';
import type { PageContext } from '../../extract/page-context.ts';
import type { PageTree } from '../../extract/tree.ts';
import { describeTree, type DescribedTree } from '../tree.ts';
import { product } from './kinds.ts';
import { readPageNames } from './page-names.ts';
import { ProductReader, type ReadPage } from './product.ts';
import { pageThing, readThings, type PageThing } from './things.ts';
import { fieldFrom } from './tried.ts';

/** What a page says about the one thing that it is about. */
export interface Structured {
  /** product, recipe, job, event, article, place, work or person. */
  type: string;
  fields: ProposedField[];
}

/**
 * Reads the thing that a page is about from its JSON-LD, microdata, RDFa Lite and OpenGraph, and the details of a product from what the
 * page shows, too. Every field was run on the page. Null: the page is about no one thing, or of no known kind.
 */
export function readStructured(
  page: PageTree,
  context: PageContext,
  tree: DescribedTree = describeTree(page),
): Structured | null {
  const read = readPage(page, context, tree);
  const about = pageThing(read.all, read.names);
  if (about === null) return new ProductReader(read).isLikely ? readProduct(read) : null;
  if (about.kind === product) return statedProduct(read, about);
  const fields = about.kind.fields.flatMap((field) => fieldFrom(field, about.things, page, context) ?? []);
  return fields.length === 0 ? null : { type: about.kind.type, fields };
}

/** A product without a price counts where JSON-LD names it: markup of a single name or number is on many pages. */
function statedProduct(read: ReadPage, { things }: PageThing): Structured | null {
  const found = readProduct(read);
  const isNamed = things.some(({ source }) => source === 'json-ld');
  return isNamed || found?.fields.some(({ name }) => name === 'price') === true ? found : null;
}

/** Reads what a page calls its thing, and all that it describes in its data. */
export function readPage(
  page: PageTree,
  context: PageContext,
  tree: DescribedTree = describeTree(page),
): ReadPage {
  return { page, context, tree, names: readPageNames(tree), all: readThings(tree, context) };
}

/** Reads the details of the product that a page is about. Null: it has none. */
export function readProduct(read: ReadPage): Structured | null {
  const reader = new ProductReader(read);
  const fields = product.fields.flatMap((field) => reader.read(field) ?? []);
  return fields.length === 0 ? null : { type: product.type, fields };
}
