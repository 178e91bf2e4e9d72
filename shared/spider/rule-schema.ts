import { Type } from 'typebox';
import { oneOf, orNull } from './schema-parts.ts';

/** Schema of `next_query`. */
const NextQuerySchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      description:
        'The parameter in the query of the URL, for example "cursor" or "page". In a body: the field of the form, or the names that lead to it in JSON, such as "variables.after".',
    }),
    in: orNull(
      oneOf(['query', 'body'], {
        default: 'query',
        description: 'Where the parameter is: in the query of the URL, or in the body that was sent.',
      }),
    ),
    add: orNull(
      Type.Integer({
        minimum: 1,
        description:
          "What is added to the parameter's number in the URL of the page, as long as restrict_json selects something. Unset: the parameter gets the value that restrict_json selects.",
      }),
    ),
    from: orNull(
      Type.Integer({
        minimum: 0,
        default: 0,
        description: 'With add: the number of a page whose URL has none. 0 unless set.',
      }),
    ),
    to: orNull(Type.Integer({ minimum: 0, description: 'With add: the highest number that is asked for.' })),
  },
  {
    additionalProperties: false,
    description:
      'The next page is asked for as this one was, with another value of one parameter. restrict_json says where that value is, or what must be there.',
  },
);
/** How the request for the next page comes from that of this one. */
export type NextQuery = Type.Static<typeof NextQuerySchema>;

const textList = (description: string) => orNull(Type.Array(Type.String({ minLength: 1 }), { description }));

/** Schema of `Rule`. */
export const RuleSchema = Type.Object(
  {
    allow: textList('Regular expressions for URLs to accept, searched in the absolute URL. Empty: any URL.'),
    deny: textList('Regular expressions for URLs to reject. They win over allow.'),
    restrict_xpaths: textList('Links are only taken from regions matched by these XPath expressions.'),
    restrict_css: textList('Links are only taken from regions matched by these CSS selectors.'),
    restrict_json: textList(
      'Links of a JSON page are taken from these JSONPaths only, for example "$.next". It says nothing about HTML pages.',
    ),
    next_query: orNull(NextQuerySchema),
    link_header: textList(
      'Links of a JSON page are taken from its Link header, too: those with these relations, for example ["next"]. It says nothing about HTML pages.',
    ),
    tags: textList('The elements whose links are taken: "a", "area" or "link". "a" and "area" unless set.'),
    callback: orNull(
      Type.String({
        description:
          'The callback that extracts from matched pages, or "parse_article". null: links are followed, nothing is extracted.',
      }),
    ),
    follow: orNull(
      Type.Boolean({
        default: true,
        description: 'Whether links on the matched pages are followed in turn.',
      }),
    ),
    priority: orNull(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        default: 0,
        description: 'Higher is fetched first. 0 to 1000.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Which links are followed, and what is extracted from their pages.',
  },
);
/** Selects links to follow, and the callback for the pages behind them. */
export type Rule = Type.Static<typeof RuleSchema>;
