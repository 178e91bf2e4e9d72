import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { annotationsIn } from '../../../electron/converters/portia/annotated-body.ts';
import { zip } from '../../../electron/evidence/zip.ts';
import { unzipSources } from '../../../electron/host/data/unzip-sources.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { alteredOf, isLostWhole } from './altered.ts';
import { mutated, mutatedText, random } from './mutations.ts';
import { converterFixtures, fixtureText, outcomeOf } from './outcomes.ts';

const names = ['lamps', 'ships', 'members', 'shop', 'legacy'];

/** The files of a project. */
function projectOf(name: string): { name: string; text: string }[] {
  const folder = new URL(`portia/${name}/`, converterFixtures);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(?:json|html)$/.test(path))
    .toSorted()
    .map((path) => ({ name: path, text: fixtureText(`portia/${name}/${path}`) }));
}

/** What programs write for themselves, such as ids and what a page looked like. */
const saysNothing =
  /(?:^|\.)(?:id|tagid|selection_mode|siblings|schema_id|scrapes|version|page_id|page_type|(?:original_|annotated_)?body|text-content|container_id|accept_selectors\.\d+|#portia-content)$/;

/** Values that other values of the same project say, or that stand in what is told as a whole. */
const saidElsewhere = new Set([
  // The field stands outside the rows, which is told.
  ...['name', 'type', 'required'].map((key) => `items.json: sc-1.fields.f-4.${key}`),
  // The fragments say it.
  'spiders/lamps.example.json: start_urls.1.url',
  // An item and its sample both ask for the field.
  'spiders/lamps.example/4583-41b4-9edb.json: plugins.annotations-plugin.extracts.1.data.a1-d.required',
  'items.json: default.fields.name.required',
  'spiders/members/p1.json: plugins.annotations-plugin.extracts.0.data.a1-d.required',
  'items.json: pr.fields.p.required',
  // An extractor says the type; a list of its own has none.
  'items.json: default.fields.built.type',
  'items.json: pr.fields.r.type',
  // All start pages are like the only sample.
  'spiders/members/p1.json: url',
  'spiders/old.site.json: templates.0.url',
  // The sample is told as a whole.
  'spiders/shop/list.json: name',
  'spiders/shop/list.json: url',
]);
/** The names of schemas, which are named nowhere. */
const schemaName = /^items(?:\.json: [^.]+|\/[^/]+: )\.?name$/;

describe('a project of Portia', () => {
  it.each(names)('becomes what is written beside it: %s', (name) => {
    const outcome = outcomeOf(null, projectOf(name));
    expect(outcome).toEqual(JSON.parse(fixtureText(`portia/${name}.json`)));
    const texts = typeof outcome === 'string' ? [] : outcome.map(({ document }) => JSON.stringify(document));
    expect(texts.filter((text) => !validateSpider(text).valid)).toEqual([]);
    expect(texts).not.toEqual([]);
  });

  it.each(names)('is accounted for value by value: %s', (name) => {
    const files = projectOf(name);
    const outcome = outcomeOf('portia', files);
    const lost = typeof outcome === 'string' ? [] : outcome.flatMap(({ report }) => report.lost);
    const forgotten = files
      .filter((file) => file.name.endsWith('.json') && file.text !== '{')
      .flatMap((file) =>
        alteredOf(JSON.parse(file.text))
          .filter(({ path, document }) => {
            const full = `${file.name}: ${path}`;
            if (saysNothing.test(path) || saidElsewhere.has(full) || schemaName.test(full)) return false;
            if (isLostWhole(path, lost)) return false;
            const changed = { ...file, text: JSON.stringify(document) };
            const other = outcomeOf(
              'portia',
              files.map((each) => (each === file ? changed : each)),
            );
            return JSON.stringify(other) === JSON.stringify(outcome);
          })
          .map(({ path }) => `${file.name}: ${path}`),
      );
    expect(forgotten).toEqual([]);
  });

  it('never throws anything else, and never writes an invalid spider, whatever the files hold', () => {
    const next = random(5);
    let written = 0;
    for (let round = 0; round < 600; round += 1) {
      const files = projectOf(names[round % names.length] ?? '').map((file) =>
        file.name.endsWith('.json') && file.text !== '{'
          ? { ...file, text: JSON.stringify(mutated(JSON.parse(file.text), next)) }
          : { ...file, text: mutatedText(file.text, next) },
      );
      const outcome = outcomeOf('portia', files);
      if (typeof outcome === 'string') continue;
      for (const { document } of outcome) {
        if (document === null) continue;
        written += 1;
        const { problems } = validateSpider(JSON.stringify(document));
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      }
    }
    expect(written).toBeGreaterThan(100);
  });

  it('takes over no password', () => {
    const files = projectOf('members');
    expect(JSON.stringify(files)).toContain('secret');
    expect(JSON.stringify(outcomeOf('portia', files))).not.toContain('secret');
  });

  it('is the same from an archive with a folder around it', () => {
    const files = projectOf('shop');
    const archive = zip([
      ...files.map(({ name, text }) => ({ name: `shop-master/${name}`, bytes: Buffer.from(text) })),
      { name: 'shop-master/spiders/shop/product/original_body.html', bytes: Buffer.from('<p>') },
    ]);
    const unpacked = unzipSources(Buffer.from(archive).toString('base64'));
    expect(unpacked.map(({ name }) => name)).toEqual(files.map(({ name }) => `shop-master/${name}`));
    expect(outcomeOf(null, unpacked)).toEqual(outcomeOf(null, files));
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('{"a": 1}'.repeat(100))],
    ['half an archive', Buffer.from(zip([{ name: 'a.json', bytes: Buffer.from('{}') }])).subarray(0, 30)],
    [
      'an archive without its beginning',
      Buffer.from(zip([{ name: 'a.json', bytes: Buffer.from('{}') }])).subarray(20),
    ],
  ])('is not read from %s', (_title, bytes) => {
    expect(() => unzipSources(bytes.toString('base64'))).toThrow('It is no ZIP archive, or it is damaged.');
  });

  it('is not unpacked to more than a folder may have', () => {
    const bytes = Buffer.alloc(15_000_000, ' ');
    const archive = zip([
      { name: 'a.json', bytes },
      { name: 'b.json', bytes },
    ]);
    expect(() => unzipSources(Buffer.from(archive).toString('base64'))).toThrow('The archive has more than');
  });

  it.each([
    [[{ name: 'a.json', text: '[]' }], 'The files are no project of Portia.'],
    [[{ name: 'spiders/a.json', text: '{"start_urls": []}' }], 'The files are no project of Portia.'],
  ])('is told from other files', (files, message) => {
    expect(outcomeOf('portia', files)).toBe(message);
  });
});

describe('the body of a sample', () => {
  it.each([
    ['tags that are never closed', '<a '.repeat(200_000)],
    ['quotes', '<a "'.repeat(200_000)],
    ['names', `<a ${'b'.repeat(500_000)}>`],
    ['equals signs', `<a ${'b =\t\t'.repeat(100_000)}>`],
    ['depth', '<div data-scrapy-annotate="{}">'.repeat(20_000)],
    ['comments', '<!--'.repeat(200_000)],
    ['scripts', '<script '.repeat(200_000)],
    ['references', `<a b="${'&'.repeat(500_000)}">`],
  ])('is read in bounded time: %s', (_title, body) => {
    expect(annotationsIn(body).length).toBeLessThan(20_001);
  });

  it('has selectors by ids, classes and places', () => {
    const mark = (text: string) => `data-scrapy-annotate='{"annotations": {"content": "${text}"}}'`;
    const body = `<body><div class="a b"><p>x<p ${mark('p')}>y</div><table><tr><td><td ${mark('td')}></table><ul id=list><li ${mark('li')}></ul></body>`;
    expect(annotationsIn(body).map(({ selector }) => selector)).toEqual([
      'div.a.b > p:nth-of-type(2)',
      'table:nth-of-type(1) tr:nth-of-type(1) > td:nth-of-type(2)',
      '#list > li:nth-of-type(1)',
    ]);
  });
});
