import { describe, expect, it } from 'vitest';
import { markedNumber, stepBetween } from '../../../../electron/authoring/pagination/url-step.ts';

const step = (page: string, link: string): unknown =>
  stepBetween(new URL(page, 'https://shop.test'), new URL(link, 'https://shop.test'));

describe('steps between URLs', () => {
  it.each([
    ['/list', '/list?page=2', 'query', 'page', null, 2],
    ['/list?page=2&sort=a', '/list?sort=a&page=3', 'query', 'page', 2, 3],
    ['/list?start=20', '/list?start=40', 'query', 'start', 20, 40],
    ['/blog', '/blog/page/2/', 'path', 'page/', null, 2],
    ['/blog/page/2/', '/blog/page/3/', 'path', 'page/', 2, 3],
    ['/forum/', '/forum/index2.html', 'path', 'index', null, 2],
    ['/list_107.html', '/list_107_2.html', 'path', '_', null, 2],
    ['/events/p9', '/events/p10', 'path', 'p', 9, 10],
  ])('finds the number between %s and %s', (page, link, where, name, from, to) => {
    expect(step(page, link)).toMatchObject({ kind: 'number', slot: { where, name }, from, to });
  });

  it.each([
    ['/list', '/list#top', 'same'],
    ['/list?utm=a', '/list', 'same'],
    ['/list?page=2', '/list', 'dropped'],
    ['/blog/page/2/', '/blog/', 'dropped'],
    ['/list', '/list?sort=price', 'other'],
    ['/list', '/about', 'other'],
    ['/list', 'https://other.test/list?page=2', 'elsewhere'],
    ['/list', 'mailto:a@shop.test', 'elsewhere'],
  ])('tells that from %s to %s it is %s', (page, link, kind) => {
    expect(step(page, link)).toMatchObject({ kind });
  });

  it('says whether more than the number differs', () => {
    expect(step('/list', '/list?sort=a&page=2')).toMatchObject({ others: true });
    expect(step('/list?sort=a', '/list?sort=a&page=2')).toMatchObject({ others: false });
  });

  it.each([
    ['/a/page/3', 3],
    ['/a?pageNum=4', 4],
    ['/a?p=4', null],
    ['/product/12', null],
  ])('reads the number that %s names', (url, number) => {
    expect(markedNumber(new URL(url, 'https://shop.test'))).toBe(number);
  });
});
