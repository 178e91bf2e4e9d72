import type { FieldDraft } from './measure-fields.ts';

/** The callback of detail pages. */
export const detailCallback = 'parse_details';

/** The fields that almost every page has. The row keeps its own title, so the heading has another name. */
export const generalFields: readonly FieldDraft[] = [
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
