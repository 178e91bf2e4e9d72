import type { Element } from 'domhandler';
import type { ProposedField } from '../../../shared/contract/types.ts';
import type { FieldExtract } from '../../../shared/spider/schema.ts';
import { evaluateField } from '../../extract/field.ts';
import type { PageContext } from '../../extract/page-context.ts';
import { scopeOf } from '../../extract/scope.ts';
import { normalizeSpace } from '../../extract/text.ts';
import type { PageTree } from '../../extract/tree.ts';
import { textOf } from '../../extract/xpath/nodes.ts';
import type { DescribedTree } from '../tree.ts';
import { availabilityOf } from '../values/availability.ts';
import { definitionsOfPlace, definitionsOfSplit, definitionsOfText, selectionsOf } from './definition-at.ts';
import { isGtin, keyOfId, type Identifier, type IdentifierPlace } from './id-form.ts';
import { product, type FieldOfKind } from './kinds.ts';
import { findLabels } from './labels.ts';
import type { PageNames } from './page-names.ts';
import { findPriceAttributes, findPrices, type PricePlace } from './price.ts';
import { findAvailability } from './shown-availability.ts';
import { breadcrumbs, findDescription, findPicture } from './shown-details.ts';
import { findSkus, type StatedSku } from './sku.ts';
import { textOfValue, type StatedThing, type StatedValue } from './source.ts';
import { findSpecifications } from './specifications.ts';
import { thingsOf } from './things.ts';
import { fieldFrom, tryDefinition, tryField } from './tried.ts';

/** The least score of an amount that is taken for the price where the page states none, and of one that alone makes a page a product. */
const leastPriceScore = 0.5;
const likelyPriceScore = 4;

/** A page with what was read of it. */
export interface ReadPage {
  page: PageTree;
  context: PageContext;
  tree: DescribedTree;
  names: PageNames;
  /** All things that the page describes in its data. */
  all: readonly StatedThing[];
}

/** Reads the details of a product from its page: what the page states in data comes first, then what it shows. */
export class ProductReader {
  readonly #read: ReadPage;
  readonly #things: readonly StatedThing[];
  #labels: readonly IdentifierPlace[] | undefined;
  #prices: readonly PricePlace[] | undefined;

  constructor(read: ReadPage) {
    this.#read = read;
    this.#things = thingsOf(product, read.all, read.names);
  }

  /** Whether a page that states nothing is about a product: an amount stands where a price stands, and a button buys it. */
  get isLikely(): boolean {
    const [first] = this.#shownPrices();
    if (this.#read.names.heading === null || first === undefined) return false;
    return first.canBeBought && first.alike < 3 && first.score >= likelyPriceScore;
  }

  /** Reads a field of `product`; null: the page has none. */
  read(field: FieldOfKind): ProposedField | null {
    switch (field.name) {
      case 'title':
        return this.#title(field);
      case 'price':
        return this.#price(field);
      case 'sku':
        return this.#first('sku', findSkus(this.#read, this.#statedSkus(), this.#labelled('sku')));
      case 'availability':
        return this.#first('availability', this.#availabilities());
      case 'brand':
        return this.#stated(field) ?? this.#first('brand', this.#shown('brand'));
      case 'mpn':
        return this.#mpn(field);
      case 'gtin':
        return this.#gtin(field);
      case 'description':
        return this.#stated(field) ?? this.#first(field.name, this.#description()) ?? this.#inMeta(field);
      case 'image':
        return this.#stated(field) ?? this.#inMeta(field) ?? this.#first(field.name, this.#picture());
      case 'breadcrumb':
        return this.#firstOf(field.name, breadcrumbs);
      case 'specifications':
        return this.#specifications(field.name);
      default:
        return this.#stated(field);
    }
  }

  /** What the meta elements say of every page, whatever type they give it. */
  #inMeta(field: FieldOfKind): ProposedField | null {
    const metas = this.#read.all.filter(({ source }) => source === 'meta');
    return fieldFrom(field, metas, this.#read.page, this.#read.context);
  }

  *#description(): Generator<StatedValue> {
    const element = findDescription(this.#read.tree, this.#read.names);
    if (element !== null) yield* definitionsOfText(this.#read.page, element);
  }

  *#picture(): Generator<StatedValue> {
    const found = findPicture(this.#read.tree, this.#read.names);
    if (found !== null) yield* this.#ofAttribute(found);
  }

  *#ofAttribute({ element, attribute }: { element: Element; attribute: string }): Generator<StatedValue> {
    const value = element.attribs[attribute] ?? '';
    for (const definition of selectionsOf(
      this.#read.page,
      { element, text: null, attribute, by: 'name' },
      true,
    )) {
      yield { value, definition };
    }
  }

  #specifications(name: string): ProposedField | null {
    const { page, tree, names } = this.#read;
    const definition = findSpecifications(page, tree, names.heading);
    return definition === null ? null : this.#firstOf(name, [definition]);
  }

  #stated(field: FieldOfKind): ProposedField | null {
    return fieldFrom(field, this.#things, this.#read.page, this.#read.context);
  }

  /** The name: a plain heading, which every page of the site has; else as stated; else the heading with all that is in it. */
  #title(field: FieldOfKind): ProposedField | null {
    const { heading } = this.#read.names;
    if (heading === null) return this.#stated(field);
    const value = normalizeSpace(textOf(heading.element));
    const of = (definition: FieldExtract): StatedValue => ({ value, definition });
    return (
      this.#first('title', [of({ css: 'h1::text' })]) ??
      this.#stated(field) ??
      this.#first('title', [of({ css: 'h1', to_text: true })]) ??
      this.#first('title', definitionsOfText(this.#read.page, heading.element, true))
    );
  }

  #shownPrices(): readonly PricePlace[] {
    this.#prices ??= findPrices(this.#read.tree, this.#read.names.heading);
    return this.#prices;
  }

  *#priceFields(): Generator<StatedValue> {
    const places = this.#shownPrices().filter(({ score }) => score >= leastPriceScore);
    for (const { element, split } of places.slice(0, 3)) {
      if (split === null) yield* definitionsOfText(this.#read.page, element, true);
      else yield* definitionsOfSplit(this.#read.page, split);
    }
    const [kept] = findPriceAttributes(this.#read.tree, this.#read.names.heading);
    if (kept !== undefined) yield* this.#ofAttribute(kept);
  }

  /** The price as stated, unless it is a nought that stands for none; else as shown, or as an attribute has it. */
  #price(field: FieldOfKind): ProposedField | null {
    const stated = this.#stated(field);
    if (stated !== null && stated.samples[0] !== '0') return stated;
    return this.#first('price', this.#priceFields());
  }

  /** The number of the maker; null where it is that of the shop. */
  #mpn(field: FieldOfKind): ProposedField | null {
    const mpn = this.#stated(field) ?? this.#first('mpn', this.#shown('mpn'));
    const skus = this.#statedSkus().map(({ stated }) => keyOfId(textOfValue(stated.value)));
    return mpn === null || skus.includes(keyOfId(mpn.raw)) ? null : mpn;
  }

  #gtin(field: FieldOfKind): ProposedField | null {
    const stated = this.#stated(field);
    return stated !== null && isGtin(stated.raw) ? stated : this.#first('gtin', this.#shown('gtin'));
  }

  /** The number of the shop from each source. It says little where a page lists the variants of a product, each with its own. */
  #statedSkus(): StatedSku[] {
    return this.#things.flatMap((thing) => {
      const sku = thing.value('sku');
      const stated = sku ?? thing.value('productID') ?? thing.value('offers', 'sku');
      if (stated === null) return [];
      if (thing.source === 'meta') return [{ stated, points: 2 }];
      return [{ stated, points: sku === null ? 3 : this.#hasVariants ? 1.5 : 5 }];
    });
  }

  /** Whether the page lists variants of the product, each as a thing with its own number. */
  get #hasVariants(): boolean {
    const [first] = this.#things;
    return first !== undefined && variantsOf(first, this.#read.all) > 1;
  }

  /** The availability of all things that a field finds the first of. */
  *#ofAll({ definition }: StatedValue): Generator<StatedValue> {
    const all = { ...definition, get_all: true };
    const { page, context } = this.#read;
    yield ofVariants({ value: evaluateField(scopeOf(page), all, context).result.value, definition: all });
  }

  /** As stated, in stock where one of the variants is; else what the page says below its heading. */
  *#availabilities(): Generator<StatedValue> {
    const [first] = this.#things;
    const ofFirst = first?.value('offers', 'availability') ?? null;
    if (ofFirst !== null && this.#hasVariants) yield* this.#ofAll(ofFirst);
    for (const thing of this.#things) {
      const several = thing.values('offers', 'availability');
      if (several !== null) yield ofVariants(several);
      for (const stated of [thing.value('offers', 'availability'), thing.value('availability')]) {
        if (stated !== null && availabilityOf(textOfValue(stated.value)) !== null) yield stated;
      }
    }
    const [place] = findAvailability(this.#read.tree, this.#read.names.heading);
    if (place !== undefined) yield* definitionsOfText(this.#read.page, place);
  }

  *#shown(kind: Identifier): Generator<StatedValue> {
    for (const place of this.#labelled(kind).slice(0, 3)) yield* definitionsOfPlace(this.#read.page, place);
  }

  #labelled(kind: Identifier): IdentifierPlace[] {
    this.#labels ??= findLabels(this.#read.tree);
    const places = this.#labels.filter((place) => place.kind === kind);
    // The longer of two numbers of trade has the shorter one in it, as ISBN-13 has ISBN-10.
    return kind === 'gtin' ? places.toSorted((a, b) => b.value.length - a.value.length) : places;
  }

  /** The first that gives a value. */
  #firstOf(name: string, definitions: readonly FieldExtract[]): ProposedField | null {
    for (const definition of definitions) {
      const field = tryDefinition(name, definition, this.#read.page, this.#read.context);
      if (field !== null) return field;
    }
    return null;
  }

  /** The first that a run takes. */
  #first(name: string, candidates: Iterable<StatedValue>): ProposedField | null {
    for (const stated of candidates) {
      const field = tryField(name, stated, this.#read.page, this.#read.context);
      if (field !== null) return field;
    }
    return null;
  }
}

/** How many numbers a page states for things of the same name. */
function variantsOf(thing: StatedThing, all: readonly StatedThing[]): number {
  const name = thing.value('name')?.value;
  if (name === undefined) return 0;
  const same = all.filter((other) => other.source === thing.source && other.value('name')?.value === name);
  return new Set(same.map((other) => other.value('sku')?.value)).size;
}

const inStock = 'InStock|InStoreOnly|OnlineOnly|LimitedAvailability|PreOrder|PreSale|MadeToOrder';

/** One availability for all variants: the first that is in stock. */
function ofVariants({ value, definition }: StatedValue): StatedValue {
  const all = Array.isArray(value) ? value.map(textOfValue).join(' ') : textOfValue(value);
  return {
    value: new RegExp(inStock, 'u').exec(all)?.[0] ?? 'OutOfStock',
    definition: {
      ...definition,
      processors: [
        { type: 'join' },
        { type: 'regex', pattern: `(${inStock})` },
        { type: 'default', default: 'OutOfStock' },
      ],
    },
  };
}
