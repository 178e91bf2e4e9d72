import { describe, expect, it } from 'vitest';
import { convert } from '../../../electron/converters/convert.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import { mutatedText, random } from './mutations.ts';
import { fixtureText, outcomeOf } from './outcomes.ts';

const crawlSpiders = [
  ...['rules', 'link_extractors', 'settings', 'loader', 'rows', 'rows_lead_on'],
  ...['followed', 'items', 'code', 'forms'],
];
const names = [...crawlSpiders, 'several', 'carried'];
const source = (name: string) => fixtureText(`scrapy/${name}.py`);
const filesOf = (text: string) => [{ name: 'spider.py', text }];
const spider = (body: string) => `class ShipsSpider(scrapy.Spider):
    name = 'ships'
    start_urls = ['https://ships.example/']
${body}`;

describe('a spider of Scrapy', () => {
  it.each(names)('becomes what is written beside it: %s', (name) => {
    const outcome = outcomeOf('scrapy', filesOf(source(name)));
    expect(outcome).toEqual(JSON.parse(fixtureText(`scrapy/${name}.json`)));
    const texts = convert('scrapy', filesOf(source(name))).spiders.map(({ text }) => text);
    expect(texts.filter((text) => text !== null && !validateSpider(text).valid)).toEqual([]);
  });

  it.each(names)('is accounted for line by line: %s', (name) => {
    const lines = source(name).split('\n');
    const whole = outcomeOf('scrapy', filesOf(source(name)));
    const forgotten = lines.filter((line, index) => {
      if (/^\s*(?:#|import |from |"""|$)|# (?:told as a whole|changes nothing)$/.test(line)) return false;
      const without = lines.with(index, line.replace(/\S.*$/, '')).join('\n');
      return JSON.stringify(outcomeOf('scrapy', filesOf(without))) === JSON.stringify(whole);
    });
    expect(forgotten).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    ['of a list', "[f'{BASE}/{kind}' for kind in ['sail', 'row']]", ['/sail', '/row']],
    ['of a list with a name', "[BASE + '/' + kind for kind in KINDS]", ['/a', '/b']],
    ['of numbers', "[f'{BASE}/p/{n}' for n in range(1, 4)]", ['/p/1', '/p/2', '/p/3']],
    ['of numbers with a step', "[BASE + '/' + str(n) for n in range(0, 50, 20)]", ['/0', '/20', '/40']],
    ['of another one', "[u + '?all=1' for u in [BASE + '/' + k for k in KINDS]]", ['/a?all=1', '/b?all=1']],
    ['beside others', "[BASE] + [BASE + '/' + k for k in KINDS]", ['', '/a', '/b']],
  ])('has the URLs that a comprehension %s writes', (_, written, paths) => {
    const text = `BASE = 'https://ships.example'
class ShipsSpider(scrapy.Spider):
    name = 'ships'
    KINDS = ['a', 'b']
    start_urls = ${written}

    def parse(self, response):
        yield {'title': response.css('h1::text').get()}
`;
    const [made] = convert('scrapy', filesOf(text)).spiders;
    const { start_urls: urls, start_requests: requests = [] } = JSON.parse(made?.text ?? '{}');
    const all = [...urls, ...requests.map(({ url }: { url: string }) => url)];
    expect(all).toEqual(paths.map((path) => `https://ships.example${path}`));
  });

  it.each([
    ['with a condition', "[BASE + k for k in KINDS if k != 'a']"],
    ['of what only a run knows', "[BASE + k for k in open('list.txt')]"],
    ['of too much', '[BASE + str(n) for n in range(900000)]'],
    ['of pairs', '[BASE + k for k, v in PAIRS]'],
  ])('tells a comprehension %s, and leaves it out', (_, written) => {
    const text = `BASE = 'https://ships.example/'
class ShipsSpider(scrapy.Spider):
    name = 'ships'
    KINDS = ['a', 'b']
    start_urls = ${written}
`;
    const { spiders, report } = { report: '', ...convert('scrapy', filesOf(text)) };
    expect(spiders.every(({ text: made }) => made === null || JSON.parse(made).start_urls.length === 0)).toBe(
      true,
    );
    expect(JSON.stringify([spiders, report])).toContain('start_urls');
  });

  it('never throws anything else, and never writes an invalid spider, whatever the source holds', () => {
    const next = random(11);
    let written = 0;
    for (let round = 0; round < 900; round += 1) {
      const outcome = outcomeOf(
        'scrapy',
        filesOf(mutatedText(source(names[round % names.length] ?? ''), next)),
      );
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

  it('is the same with other ends of lines, tabs and a mark at the beginning', () => {
    const text = source('rows');
    const tabs = text.replaceAll('    ', '\t');
    const whole = outcomeOf('scrapy', filesOf(text));
    expect(outcomeOf('scrapy', filesOf(`\uFEFF${text}`))).toEqual(whole);
    expect(outcomeOf('scrapy', filesOf(text.replaceAll('\n', '\r\n')))).toEqual(whole);
    expect(outcomeOf('scrapy', filesOf(text.replaceAll('\n', '\r')))).toEqual(whole);
    expect(outcomeOf('scrapy', filesOf(tabs))).toEqual(whole);
  });

  it('has the items and loaders of other files of its folder', () => {
    const items = `class Ship(Item):\n    title = Field(output_processor=TakeFirst())\n`;
    const body = `    def parse(self, response):
        loader = ItemLoader(Ship(), response)
        loader.add_css('title', 'h1::text')
        yield loader.load_item()
`;
    const files = [
      { name: 'ships/items.py', text: items },
      { name: 'ships/spiders/ships.py', text: spider(body) },
    ];
    const [{ text } = { text: null }] = convert('scrapy', files).spiders;
    expect(JSON.parse(text ?? '')).toMatchObject({
      callbacks: { parse_page: { extract: { title: { css: 'h1::text' } } } },
    });
    expect(text).not.toContain('get_all');
  });

  it('is recognised by its text', () => {
    expect(convert(null, filesOf(source('rules'))).from).toBe('scrapy');
    expect(() => convert(null, filesOf('print("class A(Spider)")'))).toThrow('of no tool');
  });
});

describe('Python that cannot be read', () => {
  it.each([
    ['a = (1,\n', 'Line 1 is not valid Python: "(" is never closed.'],
    ['a = 1\nb = a]\n', 'Line 2 is not valid Python: "]" closes nothing.'],
    ['a = {1)\n', 'Line 1 is not valid Python: ")" closes nothing.'],
    ["a = 'x\n", 'Line 1 is not valid Python: its text is never closed.'],
    ['a = 1\nb = """x\n\n', 'Line 2 is not valid Python: its text is never closed.'],
    ['a = 1\n  b = 2\n', 'Line 2 is not valid Python: it is indented, but nothing before it begins a block.'],
    ['if a:\n    b\n  c\n', 'Line 3 is not valid Python: it is indented like no line that is open.'],
    ['class Ships:\n    pass\n', '"spider.py" has no class of a Scrapy spider.'],
    ['', '"spider.py" has no class of a Scrapy spider.'],
  ])('is refused with its line: %j', (text, message) => {
    expect(outcomeOf('scrapy', filesOf(text))).toBe(message);
  });

  it('is refused where it is too long', () => {
    expect(outcomeOf('scrapy', filesOf('x\n'.repeat(150_000)))).toBe('The file is too long to be read.');
  });

  it.each([
    ['brackets', `    x = ${'['.repeat(60_000)}${']'.repeat(60_000)}`],
    ['calls', `    x = ${'f('.repeat(40_000)}${')'.repeat(40_000)}`],
    ['chains', `    x = a${'.b()'.repeat(40_000)}`],
    ['indexes', `    x = a${'[0]'.repeat(50_000)}`],
    ['sums', `    x = ${"'a' + ".repeat(90_000)}'a'`],
    ['signs', `    x = ${'- '.repeat(100_000)}1`],
    ['blocks', Array.from({ length: 1500 }, (_, at) => `${' '.repeat(at + 4)}if a:`).join('\n')],
    ['blocks on a line', `    ${'if a: '.repeat(50_000)}`],
    ['lambdas', `    x = ${'lambda: '.repeat(60_000)}1`],
    ['negations', `    x = ${'not '.repeat(100_000)}1`],
    ['texts', `    x = '${'\\x41'.repeat(500_000)}'`],
    ['formatted texts', `    x = f'${'{a}'.repeat(100_000)}'`],
    ['braces', `    x = f'${'{'.repeat(300_001)}'`],
    ['blanks', ' '.repeat(2_000_000)],
    ['comments', '#\n'.repeat(500_000)],
    ['texts that double', `    x = 'ab'\n${'    x = x + x\n'.repeat(5000)}`],
    ['lists that double', `    x = [1]\n${'    x = [x, x]\n'.repeat(5000)}`],
    [
      'variables that double',
      `    def parse(self, response):\n        x = response.a\n${'        x = x(x, x)\n'.repeat(5000)}`,
    ],
    ['soft keywords', `    ${'match '.repeat(60_000)}`],
    ['classes', 'class A(B): pass\nclass B(A): pass\n'.repeat(5000)],
  ])('is read in bounded depth and time: %s', (_title, text) => {
    expect(convert('scrapy', filesOf(spider(`${text}\n`) + '\n')).spiders[0]?.name).toBe('ships');
  });
});
