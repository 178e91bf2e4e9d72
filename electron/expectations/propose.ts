import { count, counted } from '../../shared/counted.ts';
import { typeWords } from '../../shared/spider/expected-type.ts';
import { requiredFill, type Expect, type ExpectedField, type Spider } from '../../shared/spider/schema.ts';
import { FieldProfile } from './field-profile.ts';
import { fieldsInUse } from './fields-in-use.ts';
import { itemValue, type ExpectedItem } from './item-value.ts';

/** What was expected is proposed from. */
export interface ProposalOptions {
  /** Whether the items are only a sample of those of the run, so that nothing is said about values that repeat. */
  isSample: boolean;
  /** Numbers of items of the last full runs that completed, for `min_items`; none: it is not proposed. */
  itemCounts: readonly number[];
  /** Whether ranges are proposed for all numbers, and not only where a name says that they are not negative. */
  ranges: boolean;
}

/** A proposal, and what a person should know about it, in sentences. */
export interface ExpectProposal {
  expect: Expect;
  notes: string[];
}

/** A type is proposed if all values have it, or this share of at least so many. */
const typeShare = 0.98;
const manyValues = 100;
/** The fewest items from which values that are all the same, or all different, mean something. */
const tellingItems = 20;
/** How far below the present share the least share is set, at least. */
const fillMargin = 0.05;
/** A field that is filled in fewer items is not expected to be filled. */
const leastShare = 0.1;
/** The share of the smallest number of items that `min_items` asks for. */
const itemsShare = 0.9;

const identifiers = /(?:^|_)(?:id|sku|isbn|ean|gtin|asin|upc|mpn|code|ref|reference|slug|uuid)(?:$|_)/i;
const names = /^(?:name|title)$/i;
const notNegative =
  /(?:^|_)(?:price|cost|amount|count|stock|quantity|rating|stars|votes|reviews|views|weight|year|rank|pages)(?:$|_)/i;

/**
 * Proposes what to expect of the data of a spider, from the items of a run that is good. All of it holds for these items, apart
 * from the types of single values, which the notes tell.
 */
export function proposeExpect(
  spider: Spider,
  items: Iterable<ExpectedItem>,
  { isSample, itemCounts, ranges }: ProposalOptions,
): ExpectProposal {
  const { profiles, all, areRows } = profilesOf(spider, items);
  const notes: string[] = [];
  const fields: Record<string, ExpectedField> = {};
  for (const [name, profile] of profiles) {
    const expected = expectedOf(name, profile, { isSample, ranges }, notes);
    if (Object.keys(expected).length > 0) fields[name] = expected;
  }
  const key = isSample ? null : keyOf(profiles, all, areRows);
  if (isSample)
    notes.push(
      'The run has so many items that a sample was read. So no key is proposed, and no field is unique.',
    );
  const minItems = minItemsOf(itemCounts);
  if (minItems === null) {
    notes.push('min_items is not proposed, because no full run has completed whose items could be counted.');
  }
  return {
    expect: {
      ...(key === null ? {} : { key: [key] }),
      ...(minItems === null ? {} : { min_items: minItems }),
      ...(Object.keys(fields).length === 0 ? {} : { fields }),
    },
    notes,
  };
}

interface Profiles {
  profiles: ReadonlyMap<string, FieldProfile>;
  /** Number of all items. */
  all: number;
  /** Whether items are rows of their page, which their URL does not tell apart. */
  areRows: boolean;
}

function profilesOf(spider: Spider, items: Iterable<ExpectedItem>): Profiles {
  const byCallback = fieldsInUse(spider);
  const profiles = new Map<string, FieldProfile>();
  let all = 0;
  let areRows = false;
  for (const item of items) {
    all += 1;
    areRows ||= (item.key ?? item.url) !== item.url;
    for (const name of byCallback.get(item.callback) ?? []) {
      const profile = profiles.get(name) ?? new FieldProfile();
      profiles.set(name, profile);
      profile.add(itemValue(item, name));
    }
  }
  return { profiles, all, areRows };
}

function expectedOf(
  name: string,
  profile: FieldProfile,
  { isSample, ranges }: Pick<ProposalOptions, 'isSample' | 'ranges'>,
  notes: string[],
): ExpectedField {
  if (profile.filled === 0) {
    notes.push(`${name} is empty in all items, so nothing is expected of it.`);
    return {};
  }
  const found = profile.typeOf(profile.filled >= manyValues ? typeShare : 1);
  if (found === null) notes.push(`The values of ${name} are of several types, so no type is expected.`);
  else if (found.others > 0) {
    const others = `${count(found.others)} of ${counted(profile.filled, 'value')}`;
    notes.push(
      `${name} is expected to be ${typeWords[found.type]}, but ${others} of this run ${found.others === 1 ? 'is' : 'are'} not, for example ${found.misfit}.`,
    );
  }
  const isNumber = found?.type === 'number';
  const range = isNumber ? rangeOf(name, profile, ranges) : null;
  const isTelling = profile.items >= tellingItems;
  const isUnique = isTelling && !isSample && profile.isUnique && identifiers.test(name);
  return {
    ...(found === null ? {} : { type: found.type }),
    ...fillOf(profile),
    ...(range === null ? {} : { range }),
    ...(isUnique ? { unique: true } : {}),
    ...(isTelling && profile.isConstant ? { constant: true } : {}),
  };
}

/** Below the present share by a margin that is wider where there are few items: twice the standard error of a share. */
function fillOf({ items, filled }: FieldProfile): ExpectedField {
  const share = filled / items;
  if (share >= requiredFill) return { required: true };
  const margin = Math.max(fillMargin, 2 * Math.sqrt((share * (1 - share)) / items));
  const least = Math.floor((share - margin) * 100) / 100;
  return least < leastShare ? {} : { min_fill: least };
}

/** Half of the span of the present values is left on both sides, but not beyond zero. */
function rangeOf(
  name: string,
  { least, greatest }: FieldProfile,
  ranges: boolean,
): [number, number | null] | null {
  if (!ranges) return least >= 0 && notNegative.test(name) ? [0, null] : null;
  const room = (greatest - least) / 2;
  return [
    least >= 0 ? Math.max(0, Math.floor(least - room)) : Math.floor(least - room),
    Math.ceil(greatest + room),
  ];
}

/** The field that tells all items apart; null: none does, or the URL does it as well. */
function keyOf(profiles: Profiles['profiles'], all: number, areRows: boolean): string | null {
  if (all < 2) return null;
  const telling = [...profiles].filter(([, profile]) => profile.filled === all && profile.isUnique);
  const named = (pattern: RegExp) => telling.find(([name]) => pattern.test(name))?.[0] ?? null;
  const byName = named(identifiers);
  if (byName !== null || !areRows) return byName;
  const link = telling.find(([, profile]) => profile.typeOf(1)?.type === 'url')?.[0] ?? null;
  return link ?? (all >= tellingItems ? named(names) : null);
}

/** Nine tenths of the smallest number, to two digits. */
function minItemsOf(itemCounts: readonly number[]): number | null {
  const smallest = Math.min(...itemCounts);
  if (!Number.isFinite(smallest) || smallest === 0) return null;
  const least = Math.floor(smallest * itemsShare);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, least))) - 1);
  return Math.max(1, Math.floor(least / unit) * unit);
}
