import type { JsonValue } from '../../extract/types.ts';

/** What the values of a field look like by its name. */
interface NamedForm {
  /** In a few words, after "is not". */
  readonly form: string;
  holds(value: JsonValue): boolean;
}

const textOf = (value: JsonValue): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).trim();
const digits = (value: JsonValue): number => textOf(value).match(/\p{N}/gu)?.length ?? 0;

/** Forms by words that a name may hold; only what no site writes otherwise. */
const forms: readonly (NamedForm & { readonly name: RegExp })[] = [
  {
    name: /(?:^|_)(?:price|prices|cost|preis|prix|precio|prezzo)$/,
    form: 'an amount',
    holds: (value) => digits(value) > 0 && textOf(value).length <= 80,
  },
  {
    name: /(?:^|_)(?:isbn|isbn_?1[03]|gtin|ean|upc)$/,
    form: 'a number of goods',
    holds: (value) => digits(value) >= 8,
  },
  { name: /(?:^|_)(?:phone|telephone|fax)$/, form: 'a number to call', holds: (value) => digits(value) >= 4 },
  {
    name: /(?:^|_)e?mail$/,
    form: 'an address of mail',
    holds: (value) => /@|\[at\]|\(at\)/i.test(textOf(value)),
  },
  {
    name: /(?:^|_)(?:year|pages|page_count|quantity|rating_count|review_count)$/,
    form: 'a number',
    holds: (value) => digits(value) > 0,
  },
  {
    name: /^(?:author|brand|publisher)$/,
    form: 'a text',
    holds: (value) => /\p{L}/u.test(textOf(value).replaceAll(/\b[A-Z]{3}\b/g, '')) || digits(value) === 0,
  },
];

/** The form of the values that a name promises; null: it promises none. */
export function namedForm(name: string): NamedForm | null {
  const written = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return forms.find((form) => form.name.test(written)) ?? null;
}
