import { expect, it } from 'vitest';
import { partOf } from '../../../../../renderer/features/tester/hand/part-of.ts';

it.each([
  ['.price', ''],
  ['.price::text', 'text'],
  ['a[href="/p/0"]::text', 'text'],
  ['a::attr(href)', '@href'],
  ['a::attr( data-id )', '@data-id'],
  ['//a', ''],
  ['//a[@href]', ''],
  ['//a[text()="x"]/text()', 'text'],
  ['//a/text()[normalize-space()][2]', 'text'],
  ['//h1[.="a | [b"]/@title', '@title'],
  ['//b/text() | //p/text()[not(//b/text())]', 'text'],
  ['//b//a/@href | //main/article[1]//a/@href[not(//b[normalize-space()="Shop"]//a/@href)]', '@href'],
  ['normalize-space(//li[3])', 'text'],
])('tells what %s takes', (selector, part) => {
  expect(partOf(selector)).toBe(part);
});
