/** What a value looks like, as far as it tells one field from another. */
export type ValueKind = 'empty' | 'number' | 'money' | 'date' | 'address' | 'word' | 'phrase' | 'prose';

const currency = /[$€£¥₹₽₩]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN)\b/;
const month = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-zé]*\b/i;

/** Tells the kind of a value by its characters. */
function kindOfValue(value: string): ValueKind {
  const text = value.trim();
  if (text === '') return 'empty';
  if (/^(?:https?:|\/\/|\/[^ ]|mailto:|www\.)\S*$/.test(text)) return 'address';
  if (text.length <= 60 && /\d/.test(text)) {
    if (currency.test(text)) return 'money';
    if (/\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(text) || (month.test(text) && text.length <= 40))
      return 'date';
    if (/^[^\p{L}]*$/u.test(text)) return 'number';
  }
  if (!/\s/.test(text)) return 'word';
  return text.length <= 120 ? 'phrase' : 'prose';
}

const near: readonly (readonly [ValueKind, ValueKind, number])[] = [
  ['word', 'phrase', 0.85],
  ['phrase', 'prose', 0.75],
  ['number', 'money', 0.7],
  ['number', 'date', 0.6],
  ['number', 'word', 0.6],
  ['date', 'phrase', 0.6],
  ['money', 'phrase', 0.6],
];

/** How much two values look like values of one field, 0 to 1. */
export function likeness(a: string, b: string): number {
  const kinds = [kindOfValue(a), kindOfValue(b)] as const;
  if (kinds[0] === kinds[1]) return 1;
  return near.find(([x, y]) => kinds.includes(x) && kinds.includes(y))?.[2] ?? 0.35;
}
