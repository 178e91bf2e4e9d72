import { Type } from 'typebox';
import type { CallValue } from '../../../shared/contract/index.ts';
import { resourceText } from '../../resources/resources.ts';
import { sampleNames, sampleOrigin, sampleSpider } from '../../sample-site/spiders.ts';
import { ownCheck } from '../../schemas/checker.ts';
import { lenientSpider } from './lenient-spider.ts';

type Template = CallValue<'spiders.templates'>[number];

/** Folders of `resources/templates`, in the order in which people see them. */
export const templateNames = [
  'news',
  'blog',
  'shop',
  'jobs',
  'real-estate',
  'forum',
  'directory',
  'events',
  'documentation',
  'infinite-scroll',
  'sitemap',
  'json-api',
] as const;

/** Schema of `about.json` of a template: when it is used, and the pages that prove it with the values that are right on them. */
export const TemplateSchema = Type.Object({
  title: Type.String(),
  description: Type.String(),
  kinds: Type.Array(Type.String()),
  pages: Type.Array(
    Type.Object({
      file: Type.String(),
      url: Type.String(),
      kind: Type.Union([Type.Literal('html'), Type.Literal('xml'), Type.Literal('json')]),
      rendered: Type.Boolean(),
      locked: Type.Array(
        Type.Object({
          kind: Type.Union([Type.Literal('field'), Type.Literal('links')]),
          name: Type.String(),
          callback: Type.Union([Type.String(), Type.Null()]),
          values: Type.Array(Type.Unknown()),
        }),
      ),
    }),
  ),
});
/** What `about.json` of a template says. */
export type TemplateAbout = Type.Static<typeof TemplateSchema>;
const isAbout = ownCheck(TemplateSchema);

/** What the folder of a template says of it. @throws Error for a folder that is not as it should be */
export function templateAbout(name: string): TemplateAbout {
  const about: unknown = JSON.parse(resourceText(`templates/${name}/about.json`));
  if (isAbout(about)) return about;
  throw new Error(`The template "${name}" is damaged.`);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const empty: Template = {
  name: 'empty',
  title: 'Empty spider',
  description: 'A name, a site, and one callback to begin with.',
  text: json({
    name: 'my-spider',
    allowed_domains: ['example.org'],
    start_urls: ['https://example.org/'],
    rules: [{ allow: ['/items/'], callback: 'parse_item', follow: false }],
    callbacks: { parse_item: { extract: { title: { css: 'h1::text', processors: [{ type: 'strip' }] } } } },
  }),
  isSample: false,
  rows: [],
};

/** Characters of a value in the preview of a template. */
const shownLength = 120;

/** The rows that a template gives on its pages: its locked values, which a test holds against the engine. */
function rowsOf({ pages }: TemplateAbout): Template['rows'] {
  return pages.flatMap(({ locked }) => {
    const fields = locked.filter(({ kind }) => kind === 'field');
    const count = Math.max(0, ...fields.map(({ values }) => values.length));
    return Array.from({ length: count }, (_, row) =>
      fields.map(({ name, values }) => ({ field: name, value: shown(values[row]) })),
    );
  });
}

function shown(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`;
}

function own(name: string): Template {
  const about = templateAbout(name);
  const { title, description } = about;
  return {
    name,
    title,
    description,
    text: resourceText(`templates/${name}/spider.json`),
    isSample: false,
    rows: rowsOf(about),
  };
}

/** Templates for new spiders: common kinds of sites, and the spiders of the sample site. */
export function spiderTemplates(): Template[] {
  const samples = sampleNames().map((name): Template => {
    const text = sampleSpider(name, sampleOrigin);
    const description = lenientSpider(text).description ?? 'A spider for the sample site.';
    return { name, title: name, description, text, isSample: true, rows: [] };
  });
  return [empty, ...templateNames.map(own), ...samples];
}
