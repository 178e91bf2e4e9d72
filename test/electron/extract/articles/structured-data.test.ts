import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { scanPage } from '../../../../electron/extract/articles/metadata/scan.ts';
import { normalizeSpace } from '../../../../electron/extract/text.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';

const root = join(import.meta.dirname, '../../../..');
const saved = [
  'test/fixtures/extract/news.html',
  'test/fixtures/extract/listing.html',
  'bench/articles/known-page.html',
];

/** What real pages do with structured data, beside the saved ones. */
const written = {
  'keys of every kind, several in one attribute, and values that say nothing': `
    <meta name="Author  keywords" content=" Ada   Bell "><meta property="og:title" content="A title">
    <meta itemprop="datePublished" content="2026-01-02"><meta http-equiv="refresh" content="5">
    <meta name="empty" content=""><meta name="value" value="instead of content"><meta charset="utf-8">
    <meta name="both" property="og:both" content="one text">`,
  'meta elements in the body and in noscript, none in template': `
    <body><p>Text</p><meta name="late" content="in the body"><noscript><meta name="noscript" content="yes"></noscript>
    <template><meta name="template" content="no"></template>`,
  'links and a base': `
    <base href="https://a.example/b/"><base href="/second"><link rel="Canonical" href=" /c ">
    <link rel="alternate" hreflang="de" href="/de"><link href="/without-rel"><link rel="icon">`,
  'scripts of JSON, of code and with attributes in capitals': `
    <script type="application/ld+json">{"@type":"NewsArticle","headline":"<b>A</b>"}</script>
    <SCRIPT TYPE="APPLICATION/LD+JSON">[1]</SCRIPT><script>var a = 1;</script>
    <script type="application/json" id="data">{"a":1}</script><script id="__NEXT_DATA__">{"b":2}</script>`,
  'properties of things, nested': `
    <article itemscope itemtype="https://schema.org/Article"><h1 itemprop="headline">Title</h1>
    <span itemprop="author" itemscope><b itemprop="name">Ada</b></span><p property="dc:date">today</p></article>`,
  'a title in the head and one in a picture': '<svg><title>Picture</title></svg><title> The \n page </title>',
};

const pages = [
  ...saved.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const),
  ...Object.entries(written),
];

describe('structured data, beside what cheerio reads off the same text', () => {
  it.each(pages)('%s', (_, html) => {
    const {
      metas,
      links,
      baseHref,
      title,
      html: ofRoot,
      jsonLd,
      json,
      properties,
    } = scanPage(parsePage(html));
    const $ = load(html, { scriptingEnabled: false });
    $('template').empty();
    expect({ metas, links, baseHref, title, root: { ...ofRoot }, jsonLd, json }).toEqual(factsOf($));
    expect(properties.map(({ element }) => [element.name, { ...element.attribs }])).toEqual(
      $('[itemprop], [property]')
        .not('meta')
        .toArray()
        .map(({ name, attribs }) => [name, attribs]),
    );
  });
});

function factsOf($: CheerioAPI) {
  const scripts = $('script')
    .toArray()
    .map((script) => ({
      id: $(script).attr('id'),
      type: $(script).attr('type') ?? '',
      text: $(script).text(),
    }));
  const isLd = ({ type }: { type: string }) => /ld\+json/i.test(type);
  return {
    metas: $('meta')
      .toArray()
      .flatMap((meta) => metaOf($(meta).attr() ?? {})),
    links: $('link[rel][href]')
      .toArray()
      .map((link) => [$(link).attr('rel')?.trim().toLowerCase(), $(link).attr('href')?.trim()]),
    baseHref: $('base').attr('href') ?? null,
    title: normalizeSpace($('title').not('svg title').first().text()),
    root: $('html').attr(),
    jsonLd: scripts.filter(isLd).map(({ text }) => text),
    json: scripts
      .filter((script) => !isLd(script) && (/json/i.test(script.type) || script.id === '__NEXT_DATA__'))
      .map(({ text }) => text),
  };
}

/** A pair for every name in every key of a meta element that has a value. */
function metaOf(attribs: Record<string, string>): [string, string][] {
  const value = normalizeSpace(attribs['content'] ?? attribs['value'] ?? '');
  const names = ['name', 'property', 'itemprop', 'http-equiv'].flatMap(
    (key) => attribs[key]?.trim().toLowerCase().split(/\s+/) ?? [],
  );
  return value === '' ? [] : names.map((name) => [name, value]);
}
