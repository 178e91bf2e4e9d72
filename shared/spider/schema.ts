import { Type } from 'typebox';

/**
 * The spider document, part by part. These schemas are the only source of the types below, of the
 * run-time check (`validate.ts`), of the JSON Schema file that editors read, and of the hovers they
 * show: every description here is read by a person.
 */

/** A schema or null: null means "not set", the same as leaving the key out. */
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const callbackNamePattern = '^[A-Za-z_][A-Za-z0-9_]*$';
export const spiderNamePattern = '^[a-zA-Z0-9_-]+$';
export const maxUrlLength = 2048;
export const maxNestedDepth = 3;

export const extractorNames = ['newsparser', 'textparser', 'custom', 'browser'] as const;
export const challengeStrategies = ['hybrid', 'browser_only'] as const;
export const castTargets = ['int', 'float', 'bool', 'str'] as const;
export const builtInCallback = 'parse_article';
export const reservedCallbackNames = [
  'closed',
  'from_crawler',
  'parse',
  'parse_article',
  'parse_start_url',
  'start_requests',
] as const;

export const ProcessorSchema = Type.Union(
  [
    Type.Object(
      { type: Type.Literal('strip') },
      { additionalProperties: false, description: 'Removes white space at both ends.' },
    ),
    Type.Object(
      {
        type: Type.Literal('replace'),
        old: Type.String({ description: 'The text to replace, taken literally.' }),
        new: Type.String({ description: 'What to put in its place.' }),
      },
      { additionalProperties: false, description: 'Replaces every occurrence of a text.' },
    ),
    Type.Object(
      {
        type: Type.Literal('regex'),
        pattern: Type.String({
          minLength: 1,
          description: 'A regular expression in Python syntax, searched for.',
        }),
        group: Type.Optional(
          Type.Integer({ minimum: 0, default: 1, description: 'The group to keep; 0 is the whole match.' }),
        ),
      },
      {
        additionalProperties: false,
        description: 'Keeps a group of the first match; null where nothing matches.',
      },
    ),
    Type.Object(
      {
        type: Type.Literal('cast'),
        to: Type.Enum([...castTargets], { description: 'The type to turn the value into.' }),
      },
      {
        additionalProperties: false,
        description: 'Turns text into a number or a boolean; null where it cannot.',
      },
    ),
    Type.Object(
      {
        type: Type.Literal('join'),
        separator: Type.Optional(
          Type.String({ default: ' ', description: 'What to put between the values. Default: one space.' }),
        ),
      },
      { additionalProperties: false, description: 'Joins a list into one text.' },
    ),
    Type.Object(
      {
        type: Type.Literal('default'),
        default: Type.Unknown({ description: 'The value to use where there is none. Any JSON value.' }),
      },
      { additionalProperties: false, description: 'Stands in for null, blank text and the empty list.' },
    ),
    Type.Object(
      { type: Type.Literal('lowercase') },
      { additionalProperties: false, description: 'Turns text into lower case.' },
    ),
    Type.Object(
      {
        type: Type.Literal('parse_datetime'),
        format: Type.Optional(
          Type.String({ minLength: 1, description: 'strptime directives, for example "%d.%m.%Y %H:%M".' }),
        ),
      },
      { additionalProperties: false, description: 'Reads a date and time and yields it in ISO 8601.' },
    ),
  ],
  { description: 'A processor changes the extracted value; processors run in order.' },
);
export type Processor = Type.Static<typeof ProcessorSchema>;
export const processorTypes = [
  'cast',
  'default',
  'join',
  'lowercase',
  'parse_datetime',
  'regex',
  'replace',
  'strip',
] as const satisfies readonly Processor['type'][];

/** What one field of a callback extracts. Written by hand because it contains itself. */
export interface FieldExtract {
  css?: string | null;
  xpath?: string | null;
  get_all?: boolean;
  processors?: Processor[] | null;
  type?: 'nested_list' | null;
  selector?: string | null;
  extract?: Record<string, FieldExtract> | null;
}

/** The properties of a field; `extract` refers back to the field schema by its id. */
export const FieldExtractSchema = Type.Object(
  {
    css: Type.Optional(
      orNull(
        Type.String({
          minLength: 1,
          description: 'CSS selector: "h1" (markup), "h1::text" (text) or "img::attr(src)" (attribute).',
        }),
      ),
    ),
    xpath: Type.Optional(orNull(Type.String({ minLength: 1, description: 'XPath 1.0 expression.' }))),
    get_all: Type.Optional(
      Type.Boolean({ default: false, description: 'true: all matches as a list. false: the first match.' }),
    ),
    processors: Type.Optional(orNull(Type.Array(ProcessorSchema, { description: 'Applied in order.' }))),
    type: Type.Optional(
      orNull(Type.Literal('nested_list', { description: '"nested_list" extracts a list of objects.' })),
    ),
    selector: Type.Optional(
      orNull(Type.String({ minLength: 1, description: 'CSS selector of the items of a nested_list.' })),
    ),
    extract: Type.Optional(
      orNull(
        Type.Record(Type.String(), Type.Ref('FieldExtract'), {
          description: 'The fields of each item of a nested_list. At most 3 levels deep.',
        }),
      ),
    ),
  },
  {
    $id: 'FieldExtract',
    additionalProperties: false,
    description: 'Where a field comes from, and what is done to it.',
  },
);

export interface Callback {
  extract: Record<string, FieldExtract>;
}

export const CallbackSchema = Type.Object(
  {
    extract: Type.Record(Type.String(), Type.Ref('FieldExtract'), {
      minProperties: 1,
      description: 'The fields to extract, at least one. Keys become columns of the results.',
    }),
  },
  { additionalProperties: false, description: 'A named extraction: what to take from a page.' },
);

const PatternList = (description: string) =>
  Type.Optional(orNull(Type.Array(Type.String({ minLength: 1 }), { description })));

export const RuleSchema = Type.Object(
  {
    allow: PatternList(
      'Regular expressions for URLs to accept, searched in the absolute URL. Empty: any URL.',
    ),
    deny: PatternList('Regular expressions for URLs to reject. They win over allow.'),
    restrict_xpaths: PatternList('Links are only taken from regions matched by these XPath expressions.'),
    restrict_css: PatternList('Links are only taken from regions matched by these CSS selectors.'),
    callback: Type.Optional(
      orNull(
        Type.String({
          description:
            'The callback that extracts from matched pages, or "parse_article". null: links are followed, nothing is extracted.',
        }),
      ),
    ),
    follow: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether links on the matched pages are followed in turn.',
      }),
    ),
    priority: Type.Optional(
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
export type Rule = Type.Static<typeof RuleSchema>;

/** The settings of the specification. Others are stored and passed through; see `settings.ts`. */
export const SettingsSchema = Type.Object(
  {
    EXTRACTOR_ORDER: Type.Optional(
      orNull(
        Type.Array(Type.Enum([...extractorNames]), {
          description: 'Article strategies, tried in order until one succeeds.',
        }),
      ),
    ),
    CUSTOM_SELECTORS: Type.Optional(
      orNull(
        Type.Record(Type.String(), Type.String({ minLength: 1 }), {
          description:
            'CSS selectors by field, for the "custom" strategy. title, content, author and date fill columns.',
        }),
      ),
    ),
    CONCURRENT_REQUESTS: Type.Optional(
      orNull(
        Type.Integer({
          minimum: 1,
          maximum: 32,
          description: 'Requests in flight at once. 1 to 32; 8 unless set.',
        }),
      ),
    ),
    DOWNLOAD_DELAY: Type.Optional(
      orNull(
        Type.Number({
          minimum: 0,
          maximum: 60,
          description: 'Seconds between two requests to one host. 0 to 60; 0.25 unless set.',
        }),
      ),
    ),
    CHALLENGE_ENABLED: Type.Optional(
      orNull(Type.Boolean({ description: 'Clears anti-bot challenges in a real browser.' })),
    ),
    CHALLENGE_STRATEGY: Type.Optional(
      orNull(
        Type.Enum([...challengeStrategies], {
          description:
            '"hybrid": plain request first, browser where it is challenged. "browser_only": always the browser.',
        }),
      ),
    ),
    BROWSER_WAIT_SELECTOR: Type.Optional(
      orNull(
        Type.String({
          minLength: 1,
          description: 'CSS selector awaited after the page has loaded, at most 30 seconds.',
        }),
      ),
    ),
    BROWSER_DELAY: Type.Optional(
      orNull(
        Type.Number({
          minimum: 0,
          maximum: 300,
          description: 'Extra seconds to wait after the page has loaded.',
        }),
      ),
    ),
    INFINITE_SCROLL: Type.Optional(
      orNull(
        Type.Boolean({ description: 'Scrolls the page to load more. Needs "browser" in EXTRACTOR_ORDER.' }),
      ),
    ),
    MAX_SCROLLS: Type.Optional(
      orNull(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          default: 5,
          description: 'How often to scroll at most. 5 unless set.',
        }),
      ),
    ),
    SCROLL_DELAY: Type.Optional(
      orNull(
        Type.Number({
          minimum: 0,
          maximum: 60,
          default: 1,
          description: 'Seconds between two scrolls. 1 unless set.',
        }),
      ),
    ),
    ROBOTSTXT_OBEY: Type.Optional(
      orNull(Type.Boolean({ description: "Respects the site's robots.txt. On unless set." })),
    ),
    DEPTH_LIMIT: Type.Optional(
      orNull(
        Type.Integer({
          minimum: 0,
          description: 'How many links away from a start URL to go at most. 0: no limit.',
        }),
      ),
    ),
    DELTAFETCH_ENABLED: Type.Optional(
      orNull(Type.Boolean({ description: 'Skips pages that an earlier full run has already extracted.' })),
    ),
  },
  { additionalProperties: true, description: 'How the crawl behaves. Every setting is optional.' },
);
export type Settings = Type.Static<typeof SettingsSchema> & Record<string, unknown>;

export const SpiderSchema = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: spiderNamePattern,
      description: 'Letters, digits, "-" and "_". Unique within a project.',
    }),
    description: Type.Optional(Type.String({ description: 'For people.' })),
    tags: Type.Optional(Type.Array(Type.String(), { description: 'For people.' })),
    source_url: Type.Optional(
      orNull(
        Type.String({
          maxLength: maxUrlLength,
          description: 'The site the spider is about, an http(s) URL.',
        }),
      ),
    ),
    allowed_domains: Type.Array(Type.String(), {
      minItems: 1,
      description:
        'Host names the crawl may visit, without scheme, port or path. A domain covers its subdomains.',
    }),
    start_urls: Type.Array(Type.String({ maxLength: maxUrlLength }), {
      minItems: 1,
      description: 'Where the crawl begins: http(s) URLs.',
    }),
    rules: Type.Optional(
      Type.Array(RuleSchema, { description: 'Tried in order; the first that takes a link claims it.' }),
    ),
    settings: Type.Optional(SettingsSchema),
    callbacks: Type.Optional(
      Type.Record(Type.String(), CallbackSchema, {
        description: 'Extractions by name, for the rules to refer to.',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'Spider',
    description: 'A spider: what to crawl and what to extract.',
  },
);

/** A spider document that has passed `validateSpider`. */
export type Spider = Omit<Type.Static<typeof SpiderSchema>, 'callbacks' | 'settings' | 'rules'> & {
  rules?: Rule[];
  settings?: Settings;
  callbacks?: Record<string, Callback>;
};
