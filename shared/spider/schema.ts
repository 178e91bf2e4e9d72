import { Type } from 'typebox';
import type { FormValue } from '../request-message.ts';
import { ExpectSchema } from './expect-schema.ts';
import { RuleSchema } from './rule-schema.ts';
import { mapOf, oneOf, orNull } from './schema-parts.ts';
import { SettingsSchema, type Settings } from './settings-schema.ts';

export {
  ExpectSchema,
  expectedTypes,
  requiredFill,
  type Expect,
  type ExpectedField,
} from './expect-schema.ts';
export { RuleSchema, type NextQuery, type Rule } from './rule-schema.ts';
export { extractorNames, SettingsSchema, type Settings } from './settings-schema.ts';

/**
 * The schemas of the spider document. The types below, the runtime check (`validate.ts`), and the JSON Schema that
 * editors use for completion and hovers are all derived from them. So people read every description here.
 */

/** Pattern of callback names: identifiers in ASCII. */
export const callbackNamePattern = '^[A-Za-z_][A-Za-z0-9_]*$';
/** Pattern of the names of spiders and projects. */
export const spiderNamePattern = '^[a-zA-Z0-9_-]+$';
/** Longest URL in a spider document, in UTF-16 units. */
export const maxUrlLength = 2048;
/** How deep nested_list fields may nest; the outermost has depth 1. */
export const maxNestedDepth = 3;

/** Fields of a callback that fill a text column of the results. All others go to the metadata. */
export const columnFields = ['title', 'content', 'author', 'published_date'] as const;
const decimalMarks = [',', '.', 'auto'] as const;
const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
const castTargets = ['int', 'float', 'bool', 'str'] as const;
/** The callback that every spider has: it extracts an article with the strategies of EXTRACTOR_ORDER. */
export const builtInCallback = 'parse_article';
/** The elements whose `href` can be a link, in alphabetical order. */
export const linkTags = ['a', 'area', 'link'] as const;
/** Names that a spider cannot give its callbacks: the built-in callback and methods of Scrapy spiders. */
export const reservedCallbackNames = [
  'closed',
  'from_crawler',
  'parse',
  'parse_article',
  'parse_start_url',
  'start_requests',
] as const;

const processor = <const T extends string, P extends Type.TProperties>(
  type: T,
  description: string,
  parameters: P,
) => Type.Object({ type: Type.Literal(type), ...parameters }, { additionalProperties: false, description });

/** The schema of each type of processor. */
export const processorSchemas = [
  processor('strip', 'Removes white space at both ends.', {}),
  processor('replace', 'Replaces every occurrence of a text.', {
    old: Type.String({ description: 'The text to replace, taken literally.' }),
    new: Type.String({ description: 'What to put in its place.' }),
  }),
  processor('regex', 'Keeps a group of the first match; null where nothing matches.', {
    pattern: Type.String({
      minLength: 1,
      description: 'A regular expression in Python syntax, searched for.',
    }),
    group: orNull(
      Type.Integer({ minimum: 0, default: 1, description: 'The group to keep; 0 is the whole match.' }),
    ),
  }),
  processor('cast', 'Turns text into a number or a boolean; null where it cannot.', {
    to: oneOf(castTargets, {
      description: 'The type to turn the value into: "int", "float", "bool" or "str".',
    }),
  }),
  processor('join', 'Joins a list into one text.', {
    separator: orNull(
      Type.String({ default: ' ', description: 'What to put between the values. One space unless set.' }),
    ),
  }),
  processor('default', 'Stands in for null, blank text and the empty list.', {
    default: Type.Unknown({ description: 'The value to use where there is none. Any JSON value.' }),
  }),
  processor('lowercase', 'Turns text into lower case.', {}),
  processor('uppercase', 'Turns text into upper case.', {}),
  processor('collapse', 'Turns white space of any length into one space, and removes it at both ends.', {}),
  processor('split', 'Splits text into a list.', {
    separator: orNull(
      Type.String({
        minLength: 1,
        description: 'The text between the values, for example ",". White space unless set.',
      }),
    ),
  }),
  processor('urljoin', 'Makes a link absolute, by the base URL of the page.', {}),
  processor('number', 'Reads the first number in a text, such as "1.234,50 €"; null where there is none.', {
    decimal: orNull(
      oneOf(decimalMarks, {
        default: 'auto',
        description:
          'The decimal mark: "," or ".". "auto" takes it from the text, the other values of the field, or the language of the page.',
      }),
    ),
  }),
  processor(
    'parse_datetime',
    'Reads a date and time, also a relative one such as "2 hours ago", and yields it in ISO 8601.',
    {
      format: orNull(
        Type.String({ minLength: 1, description: 'strptime directives, for example "%d.%m.%Y %H:%M".' }),
      ),
      order: orNull(
        oneOf(dateOrders, {
          description:
            'The order of day, month and year in 03/05/2024. Unset: points mean day first; else the language of the page, then the other values of the field decide.',
        }),
      ),
      languages: orNull(
        Type.Array(Type.String({ minLength: 1 }), {
          minItems: 1,
          description:
            'The languages of the text, such as ["de", "fr"], for names of months, "2 hours ago" and the order. The language of the page unless set.',
        }),
      ),
    },
  ),
] as const;
/** A step that changes the extracted value of a field. */
export type Processor = Type.Static<(typeof processorSchemas)[number]>;

/** The types of processors, in alphabetical order. */
export const processorTypes: readonly Processor['type'][] = processorSchemas
  .map(({ properties }) => properties.type.const)
  .toSorted();

/** `type` alone selects the schema of the parameters, so that one mistake gives one problem instead of eight. */
const ProcessorSchema = Type.Unsafe<Processor>({
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: processorSchemas,
  description: 'A processor changes the extracted value; processors run in order.',
});

const fieldRef = Type.Ref('#/$defs/FieldExtract');

/** Schema of `FieldExtract`. */
export const FieldExtractSchema = Type.Object(
  {
    css: orNull(
      Type.String({
        minLength: 1,
        description: 'CSS selector: "h1" (markup), "h1::text" (text) or "img::attr(src)" (attribute).',
      }),
    ),
    xpath: orNull(Type.String({ minLength: 1, description: 'XPath 1.0 expression.' })),
    json_path: orNull(
      Type.String({
        minLength: 1,
        description:
          'JSONPath (RFC 9535) of a JSON page, for example "$.results[*].name"; "$." may be left out. With css or xpath: the JSON in the text that they select.',
      }),
    ),
    get_all: orNull(
      Type.Boolean({ default: false, description: 'true: all matches as a list. false: the first match.' }),
    ),
    to_text: orNull(
      Type.Boolean({ default: false, description: 'true: the text of the element instead of its markup.' }),
    ),
    to_markdown: orNull(
      Type.Boolean({ default: false, description: 'true: the element as Markdown instead of its markup.' }),
    ),
    processors: orNull(Type.Array(ProcessorSchema, { description: 'Applied in order.' })),
    download: orNull(
      Type.Boolean({
        default: false,
        description: 'true: the value is the URL of a file, or a list of them; the crawl downloads each.',
      }),
    ),
    type: orNull(oneOf(['nested_list'], { description: '"nested_list" extracts a list of objects.' })),
    selector: orNull(
      Type.String({
        description: 'CSS selector of the items of a nested_list; a JSONPath when it begins with "$".',
      }),
    ),
    as: orNull(
      oneOf(['html'], { description: '"html" reads each selected JSON text as a fragment of HTML.' }),
    ),
    extract: orNull(
      mapOf(fieldRef, {
        description: 'The fields of each item of a nested_list. At most 3 levels deep.',
      }),
    ),
  },
  { additionalProperties: false, description: 'Where a field comes from, and what is done to it.' },
);

/** A field of a callback. Declared by hand because it is recursive: `extract` holds the fields of a nested_list. */
export interface FieldExtract extends Omit<Type.Static<typeof FieldExtractSchema>, 'extract'> {
  extract?: Record<string, FieldExtract> | null;
}

const plainTypes = ['string', 'number', 'boolean'] as const;
const formValue = Type.Unsafe<FormValue>({
  type: [...plainTypes, 'array'],
  items: { type: [...plainTypes] },
  description: 'A value, or a list of values that are sent under one name.',
});
/** How a page may be asked for. Requests that change something are not for crawlers, which repeat what failed. */
export const requestMethods = ['GET', 'POST', 'PUT', 'PATCH'] as const;

/** Schema of `Follow`. */
const FollowSchema = Type.Object(
  {
    url: Type.Unsafe<FieldExtract>({
      ...fieldRef,
      description: 'Where the address of the detail page comes from, for example {"css": "a::attr(href)"}.',
    }),
    callback: Type.String({ description: 'The callback that extracts from the detail page.' }),
    method: orNull(
      oneOf(requestMethods, { description: 'How the page is requested: "POST" where there is a form.' }),
    ),
    form: orNull(
      mapOf(
        Type.Unsafe<string | FieldExtract>({
          ...FieldExtractSchema,
          type: ['string', 'object'],
          description: 'A text, or where in the row the value comes from.',
        }),
        { description: 'The fields of a form that is sent, for example {"id": {"css": "::attr(data-id)"}}.' },
      ),
    ),
  },
  {
    additionalProperties: false,
    description: 'Leads each row to its detail page, and takes its values along.',
  },
);

/** Schema of `Iterate`. */
export const IterateSchema = Type.Object(
  {
    selector: Type.String({
      minLength: 1,
      description:
        'What a row is: a CSS selector, an XPath expression when it begins with "/", "./" or "(", or a JSONPath when it begins with "$".',
    }),
    json_path: orNull(
      Type.String({
        minLength: 1,
        description:
          'With CSS or XPath: the rows are what this JSONPath selects in the JSON of each text that is selected.',
      }),
    ),
    url_context: orNull(
      mapOf(
        Type.Object(
          {
            regex: Type.String({
              minLength: 1,
              description: 'A regular expression with one group, searched in the URL of the page.',
            }),
          },
          { additionalProperties: false, description: 'A value taken from the URL of the page.' },
        ),
        { description: 'Values from the URL of the page, by field. They are part of every row.' },
      ),
    ),
    follow: orNull(FollowSchema),
  },
  {
    additionalProperties: false,
    description: 'Makes every match an item (a row), and evaluates the fields of extract in it.',
  },
);

/** How a page becomes rows. */
export type Iterate = Type.Static<typeof IterateSchema>;

/** Schema of `Callback`. */
export const CallbackSchema = Type.Object(
  {
    extract: orNull(
      mapOf(fieldRef, {
        description:
          'The fields to extract, at least one unless iterate has follow. Their names become columns of the results.',
      }),
    ),
    iterate: orNull(IterateSchema),
  },
  { additionalProperties: false, description: 'A named extraction: what to take from a page.' },
);

/** A set of named fields to extract from a page, or from each of its rows. */
export interface Callback {
  extract?: Record<string, FieldExtract> | null;
  iterate?: Iterate | null;
}

/** Schema of one of the arguments of a spider. */
const ArgumentSchema = Type.Object(
  {
    default: orNull(Type.String({ description: 'The value that a run has unless it is given another.' })),
    description: orNull(Type.String({ description: 'For people: what the value means.' })),
  },
  { additionalProperties: false, description: 'A value that a run can be given.' },
);

/** Schema of one of the requests that a crawl begins with. */
const StartRequestSchema = Type.Object(
  {
    url: Type.String({ maxLength: maxUrlLength, description: 'An http(s) URL.' }),
    method: orNull(
      oneOf(requestMethods, {
        description: 'How the page is requested. "POST" where form, json or body is set, else "GET".',
      }),
    ),
    headers: orNull(
      mapOf(Type.String(), { description: 'Headers of this request, beside those of all requests.' }),
    ),
    form: orNull(
      mapOf(formValue, {
        description: 'The fields of a form; with "GET" they become the query of the URL.',
      }),
    ),
    json: Type.Optional(
      Type.Unsafe<unknown>({
        type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
        description: 'A JSON value to send.',
      }),
    ),
    body: orNull(Type.String({ description: 'A text to send as it is; name its Content-Type in headers.' })),
    callback: orNull(
      Type.String({
        description: 'The callback that extracts from the page. As for a start URL unless set: by the rules.',
      }),
    ),
    follow: orNull(
      Type.Boolean({ default: true, description: 'Whether the links of the page go through the rules.' }),
    ),
  },
  { additionalProperties: false, description: 'A request that a crawl begins with.' },
);
/** A request that a crawl begins with. */
export type StartRequest = Type.Static<typeof StartRequestSchema>;

/** Schema of a spider document. */
export const SpiderSchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: spiderNamePattern,
      description: 'Letters, digits, "-" and "_". Unique within a project.',
    }),
    description: orNull(Type.String({ description: 'For people.' })),
    tags: orNull(Type.Array(Type.String(), { description: 'For people.' })),
    source_url: orNull(
      Type.String({
        maxLength: maxUrlLength,
        description: 'The site the spider is about, an http(s) URL.',
      }),
    ),
    allowed_domains: Type.Array(Type.String(), {
      minItems: 1,
      description:
        'Host names the crawl may visit, without scheme, port or path. A domain covers its subdomains.',
    }),
    start_urls: Type.Array(Type.String({ maxLength: maxUrlLength }), {
      description:
        'Where the crawl begins: http(s) URLs. It may be empty where GENERATED_URLS or start_requests are given.',
    }),
    start_requests: orNull(
      Type.Array(StartRequestSchema, {
        description:
          'More requests that the crawl begins with: such that send a form or JSON, or own headers.',
      }),
    ),
    rules: orNull(
      Type.Array(RuleSchema, { description: 'Tried in order; the first that takes a link claims it.' }),
    ),
    settings: orNull(SettingsSchema),
    callbacks: orNull(
      mapOf(CallbackSchema, { description: 'Extractions by name, for the rules to refer to.' }),
    ),
    args: orNull(
      mapOf(ArgumentSchema, {
        description:
          'Values that a run can be given. "${name}" stands for them in URLs, requests and headers.',
      }),
    ),
    expect: orNull(ExpectSchema),
  },
  {
    additionalProperties: false,
    title: 'Spider',
    description: 'A spider: what to crawl and what to extract.',
    $defs: { FieldExtract: FieldExtractSchema },
  },
);

/** A spider document that has passed `validateSpider`. */
export type Spider = Omit<Type.Static<typeof SpiderSchema>, 'callbacks' | 'settings'> & {
  settings?: Settings | null;
  callbacks?: Record<string, Callback> | null;
};
