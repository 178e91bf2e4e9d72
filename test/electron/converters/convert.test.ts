import { describe, expect, it } from 'vitest';
import { convert, NotConvertible } from '../../../electron/converters/convert.ts';
import { convertSources } from '../../../shared/spider/convert-sources.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { alteredOf, isLostWhole } from './altered.ts';
import { mutated, random } from './mutations.ts';
import { outcomeOf } from './outcomes.ts';
import { scrapaiCases } from './scrapai-documents.ts';
import { webscraperCases } from './webscraper-sitemaps.ts';

const sources = { scrapai: scrapaiCases, webscraper: webscraperCases } as const;
const filesOf = (source: unknown) => [{ name: 'source.json', text: JSON.stringify(source) }];
/** Values that mean nothing where they stand. */
const saysNothing = /columns\.\d+\.(?:header|name)$|^selectors\.\d+\.delay$/;
/** Nothing leads to the selector, which is told. */
const withoutParent = /^selectors\.4\.(?:type|selector)$/;
const places = (entries: readonly { place: string }[]) => entries.map(({ place }) => place);

describe.each(Object.entries(sources))('%s', (name, cases) => {
  const from = convertSources.find((each) => each === name) ?? null;
  it.each(cases)('$title', ({ source, document, changed, lost }) => {
    const [spider] = convert(from, filesOf(source)).spiders;
    const text = spider?.text ?? '';
    expect(validateSpider(text)).toMatchObject({ valid: true });
    expect(JSON.parse(text)).toMatchObject(document);
    expect(places(spider?.report.changed ?? [])).toEqual(changed);
    expect(places(spider?.report.lost ?? [])).toEqual(lost);
    expect(spider?.report.kept.length).toBeGreaterThan(0);
  });

  it.each(cases)('$title is accounted for value by value', ({ source, lost }) => {
    const whole = JSON.stringify(outcomeOf(from, filesOf(source)));
    const forgotten = alteredOf(source).filter(
      ({ path, document }) =>
        !saysNothing.test(path) &&
        !(lost.some((place) => place.endsWith('parentSelectors')) && withoutParent.test(path)) &&
        !isLostWhole(
          path,
          lost.map((place) => ({ place })),
        ) &&
        JSON.stringify(outcomeOf(from, filesOf(document))) === whole,
    );
    expect(forgotten.map(({ path }) => path)).toEqual([]);
  });

  it('never throws and never writes an invalid spider, whatever the source holds', () => {
    const next = random(7);
    let written = 0;
    for (let round = 0; round < 600; round += 1) {
      const { source } = cases[round % cases.length] ?? { source: null };
      const files = filesOf(mutated(source, next));
      for (const { text } of converted(from, files)) {
        if (text === null) continue;
        written += 1;
        expect(validateSpider(text).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      }
    }
    expect(written).toBeGreaterThan(100);
  });
});

function converted(from: Parameters<typeof convert>[0], files: { name: string; text: string }[]) {
  try {
    return convert(from, files).spiders;
  } catch (error) {
    if (error instanceof NotConvertible) return [];
    throw error;
  }
}

describe('the tool', () => {
  it('is recognised by the files', () => {
    expect(convert(null, filesOf(webscraperCases[0]?.source)).from).toBe('webscraper');
    expect(convert(null, filesOf(scrapaiCases[0]?.source)).from).toBe('scrapai');
  });

  it.each([
    ['[]', 'The files are of no tool that is known here.'],
    [
      '{"name": "own", "allowed_domains": ["a.example"], "start_urls": ["https://a.example/"]}',
      'The files are of no tool that is known here.',
    ],
  ])('is not made up: %s', (text, message) => {
    expect(() => convert(null, [{ name: 'x', text }])).toThrow(message);
  });

  it.each([
    ['scrapai', '{', '"x" is not valid JSON.'],
    ['scrapai', '3', '"x" is no spider of scrapai.'],
    ['webscraper', '{}', '"x" is no sitemap of Web Scraper.'],
  ] as const)('refuses what is not of %s', (from, text, message) => {
    expect(() => convert(from, [{ name: 'x', text }])).toThrow(message);
  });
});
