import type { FieldDraft } from './measure-fields.ts';

/** The callback of detail pages. */
export const detailCallback = 'parse_details';

/** The fields that almost every page has. */
const generalFields: readonly FieldDraft[] = [
  { name: 'heading', type: 'text', definition: { css: 'h1::text', processors: [{ type: 'collapse' }] } },
  {
    name: 'description',
    type: 'text',
    definition: { css: 'meta[name="description"]::attr(content)', processors: [{ type: 'collapse' }] },
  },
  {
    name: 'image',
    type: 'image',
    definition: {
      css: 'meta[property="og:image"]::attr(content)',
      processors: [{ type: 'urljoin' }],
    },
  },
];

/** The general fields that a row has not: where both have a field, the detail page would win. */
export const generalFieldsBeside = (names: ReadonlySet<string>): FieldDraft[] =>
  generalFields.filter(({ name }) => !names.has(name));
