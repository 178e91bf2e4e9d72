import {
  languageOfEntries,
  languageOfRows,
  type SelectorLanguage,
} from '../../../shared/selectors/language.ts';
import type { Callback, FieldExtract } from '../../../shared/spider/schema.ts';

/** A selector of a callback that can be repaired. */
export type Slot = ValueSlot | EntriesSlot;

interface SlotPlace {
  /** As people name it: "price", "rows", "reviews.author". */
  readonly name: string;
  /** Keys and names from the callback to what is replaced. */
  readonly path: readonly string[];
}

/** A field with a value. The whole definition is replaced, because a repair may change the language of its selector. */
export interface ValueSlot extends SlotPlace {
  readonly kind: 'value';
  readonly field: FieldExtract;
  /** The field as it is defined now, if it was edited since. */
  readonly present: FieldExtract;
}

/** What the rows of a page are, or the entries of a nested list; with the fields inside. */
export interface EntriesSlot extends SlotPlace {
  readonly kind: 'entries';
  readonly selector: string;
  /** The selector as it is now, if it was edited since. */
  readonly present: string;
  readonly language: SelectorLanguage;
  readonly as: 'html' | null;
  readonly inner: readonly Slot[];
}

/** A region of the page from which a rule takes links. It is healed for itself: see `regions.ts`. */
export interface RegionSlot extends SlotPlace {
  readonly kind: 'region';
  readonly present: string;
  readonly language: 'css' | 'xpath';
}

/**
 * The selectors of a callback, as a tree: rows and nested lists hold those of their fields.
 * @param present the callback as it is now; what it no longer has is left out
 */
export function slotsOf({ extract, iterate }: Callback, present: Callback): Slot[] {
  const fields = fieldSlots(extract ?? {}, present.extract ?? {}, [], ['extract']);
  const now = present.iterate;
  if (iterate === null || iterate === undefined) return fields;
  if (now === null || now === undefined) return [];
  const { selector, json_path: selectedIn, follow } = iterate;
  const link: Slot[] =
    follow === null || follow === undefined || now.follow === null || now.follow === undefined
      ? []
      : [
          {
            kind: 'value',
            name: 'follow.url',
            path: ['iterate', 'follow', 'url'],
            field: follow.url,
            present: now.follow.url,
          },
        ];
  // What a path selects in a text is no element that could be found again.
  if (typeof selectedIn === 'string') return [];
  return [
    {
      kind: 'entries',
      name: 'rows',
      path: ['iterate', 'selector'],
      selector,
      present: now.selector,
      language: languageOfRows(now.selector),
      as: null,
      inner: [...fields, ...link],
    },
  ];
}

type Fields = Readonly<Record<string, FieldExtract>>;

function fieldSlots(
  fields: Fields,
  present: Fields,
  names: readonly string[],
  path: readonly string[],
): Slot[] {
  return Object.entries(fields).flatMap(([name, field]): Slot[] => {
    const now = present[name];
    const own = [...names, name];
    const at = [...path, name];
    const { type, selector, extract, as } = field;
    if (now === undefined || now.type !== type) return [];
    if (type !== 'nested_list' || typeof selector !== 'string' || typeof now.selector !== 'string')
      return [{ kind: 'value', name: own.join('.'), path: at, field, present: now }];
    return [
      {
        kind: 'entries',
        name: own.join('.'),
        path: [...at, 'selector'],
        selector,
        present: now.selector,
        language: languageOfEntries(now.selector),
        as: as ?? null,
        inner: fieldSlots(extract ?? {}, now.extract ?? {}, own, [...at, 'extract']),
      },
    ];
  });
}
