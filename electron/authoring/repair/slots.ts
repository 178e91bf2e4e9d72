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
}

/** What the rows of a page are, or the entries of a nested list; with the fields inside. */
export interface EntriesSlot extends SlotPlace {
  readonly kind: 'entries';
  readonly selector: string;
  readonly language: SelectorLanguage;
  readonly as: 'html' | null;
  readonly inner: readonly Slot[];
}

/** The selectors of a callback, as a tree: rows and nested lists hold those of their fields. */
export function slotsOf({ extract, iterate }: Callback): Slot[] {
  const fields = fieldSlots(extract ?? {}, [], ['extract']);
  if (iterate === null || iterate === undefined) return fields;
  const { selector, follow } = iterate;
  const link: Slot[] =
    follow === null || follow === undefined
      ? []
      : [{ kind: 'value', name: 'follow.url', path: ['iterate', 'follow', 'url'], field: follow.url }];
  return [
    {
      kind: 'entries',
      name: 'rows',
      path: ['iterate', 'selector'],
      selector,
      language: languageOfRows(selector),
      as: null,
      inner: [...fields, ...link],
    },
  ];
}

function fieldSlots(
  fields: Readonly<Record<string, FieldExtract>>,
  names: readonly string[],
  path: readonly string[],
): Slot[] {
  return Object.entries(fields).map(([name, field]): Slot => {
    const own = [...names, name];
    const at = [...path, name];
    const { type, selector, extract, as } = field;
    if (type !== 'nested_list' || typeof selector !== 'string')
      return { kind: 'value', name: own.join('.'), path: at, field };
    return {
      kind: 'entries',
      name: own.join('.'),
      path: [...at, 'selector'],
      selector,
      language: languageOfEntries(selector),
      as: as ?? null,
      inner: fieldSlots(extract ?? {}, own, [...at, 'extract']),
    };
  });
}
