import { Type } from 'typebox';
import { orNull } from './schema-parts.ts';

const selector = (description: string) => Type.String({ minLength: 1, maxLength: 8192, description });

/** An entry of PAGINATED_LISTINGS as the document has it. */
export const PaginatedListingSchema = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'The http(s) URL of the first page of the list.',
    }),
    next_selector: selector('CSS selector of what is clicked for the next page.'),
    link_selector: orNull(
      selector(
        'CSS selector of the links that go through the rules, or of what holds them. All links of the page unless set.',
      ),
    ),
    wait_selector: orNull(selector('CSS selector that is waited for on each page.')),
    max_pages: orNull(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        description: 'How many pages are read at most. 1 to 1000; 100 unless set.',
      }),
    ),
    click_delay: orNull(
      Type.Number({
        minimum: 0.5,
        maximum: 10,
        description:
          'Seconds after each click, 0.5 to 10; 1.5 unless set. A longer delay of the host applies.',
      }),
    ),
  },
  { additionalProperties: false, description: 'A list that the browser pages through.' },
);
/** An entry of PAGINATED_LISTINGS. */
export type GivenListing = Type.Static<typeof PaginatedListingSchema>;
