import { expect, it } from 'vitest';
import { readBlocks } from '../../../../electron/extract/articles/blocks.ts';
import { segmentPage } from '../../../../electron/extract/articles/text/segment.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';

const stories = [
  '<a href="/1">Harbour council votes on the new crane in the east of the port</a>',
  '<a href="/2">Ferries stand still for a third week, and islanders are running out of patience</a>',
];
const name = '<a href="/people/ada-bell">Ada Bell</a>';
const card = (inner: string): string => `<span class="card"><span>${inner}</span></span>`;
const sentence = 'The mayor, Ada Bell, opened the bridge.';

it.each([
  ['a card that repeats the name and lists other pages', `${name}${card(name + stories.join(''))}`, true],
  ['the same after white space', `${name} ${card(name + stories.join(' '))}`, true],
  ['a card about somebody else', `${name}${card(`<a href="/x">Bo Reed</a>${stories.join('')}`)}`, false],
  [
    'a list of links that are part of the sentence',
    `${name}${card(`${name}, ${stories.join(', ')}, whom everybody in the town has known since she was a child`)}`,
    false,
  ],
  ['a card with few links', `${name}${card(name + stories.slice(0, 1).join(''))}`, false],
  ['a span that follows no link', `Ada Bell${card(name + stories.join(''))}`, false],
])('%s', (_name, inner, isLeftOut) => {
  const page = parsePage(`<html><body><p>The mayor, ${inner}, opened the bridge.</p></body></html>`);
  const [read = '', cut = ''] = [readBlocks(page).blocks[0]?.text, segmentPage(page).blocks[0]?.text];
  expect(read.replaceAll(' ,', ',') === sentence).toBe(isLeftOut);
  expect(cut.replaceAll(' ,', ',') === sentence).toBe(isLeftOut);
  expect(read).toContain('opened the bridge');
});
