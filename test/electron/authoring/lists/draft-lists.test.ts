import { describe, expect, it } from 'vitest';
import { findCandidates } from '../../../../electron/authoring/lists/candidates.ts';
import { draftLists } from '../../../../electron/authoring/lists/draft-lists.ts';
import { recordSelector } from '../../../../electron/authoring/lists/record-selector.ts';
import { describeTree } from '../../../../electron/authoring/tree.ts';
import { measureList } from '../../../../electron/authoring/measure-list.ts';
import { PageContext } from '../../../../electron/extract/page-context.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import { makings } from './makings.ts';

function best(html: string) {
  const page = parsePage(html);
  const context = new PageContext(page, { url: 'https://towns.example/list', fetchedAt: 0 });
  const [draft] = draftLists(page, context);
  return draft === undefined ? null : measureList(page, draft, { context, numberOf: () => null });
}

describe.each(Object.entries(makings))('a list of %s', (_, { html, selector, count, rows }) => {
  it('is proposed first, with rows as a crawl gives them', () => {
    const list = best(html);
    expect(list).toMatchObject({ selector, count });
    expect(list?.rows.slice(0, 2)).toMatchObject(rows);
  });
});

/** A page with eight entries of the given markup. */
const listOf = (entry: (n: number) => string, around = ''): string =>
  `<main><h1>Things</h1>${around}<ul class="things">${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `<li class="thing">${entry(n)}</li>`).join('')}</ul></main>`;

describe('columns', () => {
  const written = 'alpha beta gamma delta epsilon zeta eta theta'.split(' ');
  const title = (n: number): string => `<h2><a href="/things/${n}">The ${written[n - 1]} thing</a></h2>`;
  const table: [what: string, html: string, column: string, values: unknown[]][] = [
    [
      'labels in bold',
      listOf((n) => `${title(n)}<p><b>Weight:</b> ${n * 12} kg <b>Maker:</b> Firm ${n}</p>`),
      'weight',
      [12, 24],
    ],
    [
      'terms',
      listOf(
        (n) =>
          `${title(n)}<dl>${n % 2 ? `<dt>Length</dt><dd>${n}0 cm</dd>` : ''}<dt>Colour</dt><dd>shade of ${written[n - 1]}</dd></dl>`,
      ),
      'colour',
      ['shade of alpha', 'shade of beta'],
    ],
    [
      'tags',
      listOf(
        (n) =>
          `${title(n)}<p class="keywords">${written
            .slice(0, (n % 3) + 1)
            .map((tag) => `<a class="keyword" href="/t/${tag}${n}">${tag}${n}</a>`)
            .join(' ')}</p>`,
      ),
      'keyword',
      [
        ['alpha1', 'beta1'],
        ['alpha2', 'beta2', 'gamma2'],
      ],
    ],
    [
      'attributes',
      listOf((n) => `${title(n)}<time datetime="2026-03-0${n}">on day ${n}</time>`),
      'date',
      ['2026-03-01', '2026-03-02'],
    ],
    [
      'a value that some do not have',
      listOf(
        (n) =>
          `${title(n)}${n === 1 ? '' : `<span class="price">$${n}.50</span>`}<span class="note">${written[n - 1]} note</span>`,
      ),
      'price',
      [null, 2.5],
    ],
    [
      'words with marks',
      listOf(
        (n) =>
          `${title(n)}<div class="story">Made of <em>${written[n - 1]}</em> and a bit of <b>wood ${n}</b>, as they are.</div>`,
      ),
      'story',
      ['Made of alpha and a bit of wood 1, as they are.', 'Made of beta and a bit of wood 2, as they are.'],
    ],
    [
      'who wrote it by the relation of the link',
      listOf((n) => `${title(n)}<p>by <a rel="author" href="/w/${n}">${written[n - 1]} Lee</a></p>`),
      'author',
      ['alpha Lee', 'beta Lee'],
    ],
    [
      'who wrote it by the address of the link, which is no title',
      listOf(
        (n) =>
          `<p><a href="/users/${n}">${written[n - 1]} Lee</a></p><p class="saying">It is the ${written[n - 1]} thing.</p>`,
      ),
      'author',
      ['alpha Lee', 'beta Lee'],
    ],
    [
      'sentences by what they are',
      listOf(
        (n) => `${title(n)}<p class="zone4">${`The ${written[n - 1]} thing is made of wood. `.repeat(4)}</p>`,
      ),
      'text',
      ['alpha', 'beta'].map((word) => `The ${word} thing is made of wood. `.repeat(4).trim()),
    ],
    [
      'a title in bold',
      listOf((n) => `<b>The ${written[n - 1]} thing</b> <span class="maker">Firm ${n * 7}</span>`),
      'title',
      ['The alpha thing', 'The beta thing'],
    ],
    [
      'the link of the title before others',
      listOf(
        (n) =>
          `<a href="/maker/${n * 7}"><img src="/logo/${n}.png"></a><a href="/things/${n}">The ${written[n - 1]} thing</a>`,
      ),
      'link',
      ['https://towns.example/things/1', 'https://towns.example/things/2'],
    ],
    ['the number of a record as its position', listOf((n) => `<i>${n}.</i> ${title(n)}`), 'position', [1, 2]],
    [
      'a heading beside the title by its class',
      listOf((n) => `${title(n)}<h3 class="place">Town ${written[n - 1]}</h3>`),
      'place',
      ['Town alpha', 'Town beta'],
    ],
  ];

  it.each(table)('takes %s', (_, html, column, values) => {
    const rows = best(html)?.rows ?? [];
    expect(rows.slice(0, 2).map((row) => row[column])).toEqual(values);
  });

  it.each([
    [
      'a time that is there as text and as an attribute once, as the attribute',
      listOf((n) => `${title(n)}<time datetime="2026-03-0${n}T10:00:00Z">${n} March 2026</time>`),
      ['title', 'link', 'date'],
    ],
    [
      'a time whose attribute is a number by its text',
      listOf((n) => `${title(n)}<time datetime="134279758${n}">${n} March 2026</time>`),
      ['title', 'link', 'date'],
    ],
    [
      'no class that says nothing of stars',
      listOf(
        (n) =>
          `${title(n)}<p class="rating-of-${written[n - 1]}"><b class="made">Made in ${2000 + n * 2}</b></p>`,
      ),
      ['title', 'link', 'made'],
    ],
    [
      'no address that passes on the one of the record',
      listOf(
        (n) =>
          `${title(n)}<a href="https://keep.example/entry/https://towns.example/things/${n}">Keep it</a>`,
      ),
      ['title', 'link'],
    ],
  ])('takes %s', (_, html, names) => {
    expect(best(html)?.fields.map(({ name }) => name)).toEqual(names);
  });

  it('takes the whole text of records that have no place in common', () => {
    const tags = ['b', 'em', 'h3', 'h4', 'p', 'code', 'pre', 'address', 'cite', 'q'];
    const list = best(
      `<ul class="things">${tags.map((tag, n) => `<li class="thing"><${tag}>The thing number ${n}, with more to say of it.</${tag}></li>`).join('')}</ul>`,
    );
    expect(list?.rows[1]).toEqual({ text: 'The thing number 1, with more to say of it.' });
  });

  it('leaves out what says nothing, or the same again', () => {
    const list = best(
      listOf(
        (n) => `<a href="/things/${n}"><img src="/i/${n}.png" alt="The thing"></a>${title(n)}<i>·</i>
        <a href="/share?u=https://things.example/things/${n}">Share</a><button>Add to cart</button>`,
      ),
    );
    expect(list?.fields.map(({ name }) => name).sort()).toEqual(['image', 'link', 'title']);
    expect(list?.others.length).toBeGreaterThan(0);
  });
});

describe('a selector of records', () => {
  it.each([
    [
      'leaves out rows that are no records',
      `<table>${[1, 2, 3, 4, 5, 6]
        .map(
          (n) =>
            `<tr class="hit"><td>${n}</td><td><a href="/${n}">Number ${n} of the things</a> is ${n * 3} years old and made of wood.</td></tr>`,
        )
        .join('\n')
        .replace('\n', '<tr class="ad"><td colspan="2">Buy now</td></tr>')}</table>`,
      '.hit',
      6,
    ],
    [
      'does not go by numbers',
      listOf(
        (n) =>
          `<h2 id="t${n * 1000}"><a href="/things/${n}">The thing with number ${n}</a></h2><p>It is ${n} years old.</p>`,
      ),
      '.thing',
      8,
    ],
    [
      'goes by the parent where it is the page',
      `<p>Some words.</p>${[1, 2, 3, 4, 5, 6].map((n) => `<p><a href="/${n}">The thing of year ${n * 3}</a><i> made of wood</i><span><p></p></span>`).join('')}`,
      'body > p:has(> a)',
      6,
    ],
    [
      'takes what it cannot tell from the records with them',
      `<div>${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `<p><a href="/${n}">The thing of year ${n * 3}</a> is made of wood</p>${n === 3 ? '<p><a href="/x"></a></p>' : ''}`).join('')}</div>`,
      'div > p',
      9,
    ],
  ])('%s', (_, html, selector, count) => {
    expect(best(html)).toMatchObject({ selector, count });
  });
});

describe('a selector of rows that nothing names', () => {
  const row = '<tr><td>Some words</td></tr>';
  const page = describeTree(
    parsePage(`<table>${row}</table><table>${row.repeat(20)}</table><table>${row}</table>`),
  );
  const rows = page.withName('tr').slice(1, 21);

  it.each([
    ['all rows of a table', rows, 'body > table:nth-child(2) > tbody:nth-child(1) > tr'],
    ['every fifth', rows.filter((_, at) => at % 5 === 2), 'tbody > tr:nth-child(5n + 3)'],
  ])('counts places: %s', (_, heads, selector) => {
    expect(recordSelector(page, heads)).toBe(selector);
  });
});

describe('a page about one thing', () => {
  const menu = ['Home', 'Shop', 'Help', 'Jobs', 'About']
    .map((text) => `<li><a href="/${text}">${text}</a></li>`)
    .join('');
  it('has its menus proposed with little confidence', () => {
    const list = best(
      `<nav><ul>${menu}</ul></nav><article><h1>On towns</h1><p>${'Towns are large villages. '.repeat(40)}</p></article>`,
    );
    expect(list?.confidence ?? 0).toBeLessThan(0.3);
  });
});

describe('a large page', () => {
  it('is looked at in steps that grow with its elements alone', () => {
    const candidates = (entries: number): number => {
      const html = `<main><ul>${'<li class="x"><h3><a href="/a">A thing</a></h3><p>Some words</p></li>'.repeat(entries)}</ul></main>`;
      return findCandidates(describeTree(parsePage(html))).length;
    };
    expect(candidates(6000)).toBe(candidates(600));
  });
});
