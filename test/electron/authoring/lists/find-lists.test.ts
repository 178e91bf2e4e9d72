import { expect, it } from 'vitest';
import { findLists } from '../../../../electron/authoring/lists/find-lists.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const words = 'It is made of wood, and has a handle that fits the hand of a sailor.';

const page = (entry: (n: number) => string): string =>
  `<main><h1>Things</h1>${numbers.map(entry).join('')}</main>`;

/** The first element of the records of each list that is found, with their number; parts of a single record are left out. */
const listsOf = (html: string): string[] =>
  findLists(parsePage(html))
    .filter(({ records }) => records.length >= 10)
    .map(({ records }) => {
      const [head] = records[0] ?? [];
      const element = head !== undefined && 'attribs' in head ? head : null;
      return `${records.length} ${element?.name ?? ''}.${element?.attribs['class'] ?? ''}`;
    });

it.each([
  [
    'records in wrappers are one list',
    page(
      (n) =>
        `<div class="cell"><article class="card"><h2><a href="/${n}">Thing ${n}</a></h2><p>${words}</p></article></div>`,
    ),
    ['10 article.card'],
  ],
  [
    'a column is no list of its own',
    page(
      (n) =>
        `<article class="card"><h2><a href="/${n}">Thing ${n}</a></h2><p>${words}</p><span class="price">${n} €</span></article>`,
    ),
    ['10 article.card'],
  ],
  [
    'a few of the records are no list of their own',
    `<main><h1>Things</h1>${numbers.map((n) => `<ul class="shelf">${numbers.map((m) => `<li class="thing">Thing ${n} ${m}: ${words}</li>`).join('')}</ul>`).join('')}</main>`,
    ['100 li.thing', '11 h1.'],
  ],
  [
    'the second of two rows is a part of a record, as is the one cell of it with text',
    `<h1>Things</h1><table>${numbers.map((n) => `<tr class="head"><td>${n}.</td><td><a href="/${n}">The thing of year ${n * 3}</a></td></tr><tr class="sub"><td></td><td><span>${n} points</span> by <a href="/by/${n}">Ann ${n}</a></td></tr>`).join('')}</table>`,
    ['10 tr.head', '10 a.', '10 span.'],
  ],
  [
    'two lists in turn are two',
    `<main><ul>${numbers.map((n) => `<li class="thing"><a href="/${n}">Thing ${n}</a> ${words}</li>`).join('')}</ul></main><div id="more"><ul>${numbers.map((n) => `<li class="maker"><a href="/m/${n}">Maker ${n}</a> ${words}</li>`).join('')}</ul></div>`,
    ['10 li.maker', '10 li.thing'],
  ],
  [
    'records right below the page may have parents of their own',
    `<body><h1>Things</h1>${numbers.map((n) => `<h4>Kind ${n}</h4><ul><li><a href="/${n}">Thing ${n}</a> ${words}<li><a href="/b${n}">Boat ${n}</a> ${words}</ul>`).join('')}</body>`,
    ['20 li.', '10 h4.', '10 ul.'],
  ],
])('%s', (_, html, expected) => {
  expect(listsOf(html)).toEqual(expected);
});
