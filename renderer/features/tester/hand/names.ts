import type { PageElement } from '../../../../shared/contract/types.ts';

const kinds: Readonly<Record<string, string>> = {
  a: 'link',
  img: 'image',
  time: 'date',
  h1: 'title',
  h2: 'title',
  h3: 'title',
};

/** Names for a field that takes an element: its microdata, classes and id, then those of its nearest ancestors, then its tag. */
export function wordsOf({ tag, attributes, ancestors }: PageElement): string[] {
  const of = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value ?? '';
  const around = ancestors
    .slice(-3, -1)
    .toReversed()
    .flatMap(({ label }) => label.split(/[.#]/u).slice(1));
  return [of('itemprop'), ...of('class').split(/\s+/u), of('id'), kinds[tag] ?? '', ...around, tag];
}
