import { describe, expect, it } from 'vitest';
import {
  findPagination,
  type Pagination,
} from '../../../../electron/authoring/pagination/find-pagination.ts';
import { describeTree } from '../../../../electron/authoring/tree.ts';
import { PageContext } from '../../../../electron/extract/page-context.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';

const records = Array.from(
  { length: 12 },
  (_, index) =>
    `<li class="card"><a href="/item/${index}">Item ${index}</a><p>Words about item ${index}.</p></li>`,
).join('');

/** Finds the pagination of a page that shows records and a pager. */
function find(url: string, pager: string): Pagination {
  const page = parsePage(
    `<header><a href="/">Home</a><a href="/about">About</a></header><main><ul>${records}</ul>${pager}</main><footer><a href="/terms">Terms</a></footer>`,
  );
  return findPagination(
    describeTree(page),
    new PageContext(page, { url: `https://shop.test${url}`, fetchedAt: 0 }),
  );
}

describe('the next page', () => {
  it.each([
    ['a word in no pager', '/list', '<p><a href="?page=2">Next</a></p>', '?page=2'],
    ['a word', '/list', '<div class="pagination"><a href="?page=2">Next</a></div>', '?page=2'],
    [
      'rel',
      '/list',
      '<nav class="pager"><a rel="next" href="/list?page=2"><i class="icon"></i></a></nav>',
      '/list?page=2',
    ],
    [
      'numbers and an arrow',
      '/list?page=2',
      '<ul class="pages"><li><a href="?page=1">1</a></li><li class="current">2</li><li><a href="?page=3">3</a></li><li><a href="?page=3">›</a></li><li><a href="?page=9">»</a></li></ul>',
      '?page=3',
    ],
    [
      'an icon with a title',
      '/blog/page/2/',
      '<div class="paging"><a href="/blog/" title="Previous page" class="prev"><img src="l.png"></a><a href="/blog/page/3/" title="Next page" class="next"><img src="r.png"></a></div>',
      '/blog/page/3/',
    ],
    [
      'another language',
      '/notizie',
      '<div class="paginazione"><span>1</span><a href="/notizie?pagina=2">2</a><a href="/notizie?pagina=2">Successiva ›</a></div>',
      '/notizie?pagina=2',
    ],
    [
      'an order by time that runs backwards',
      '/board/index500.html',
      '<div class="btn-group-paging"><a href="/board/index1.html">Oldest</a><a href="/board/index499.html">‹ Prev</a><a href="/board/index501.html">Next ›</a><a href="/board/index.html">Newest</a></div>',
      '/board/index499.html',
    ],
  ])('is found by %s', (_, url, pager, href) => {
    expect(find(url, pager).next.map((next) => next.href)).toEqual([href]);
  });

  it.each([
    [
      'the last page',
      '/list?page=3',
      '<div class="pager"><a href="?page=1">1</a><a href="?page=2">2</a><b>3</b><a href="?page=2">‹ Previous</a></div>',
    ],
    [
      'a carousel',
      '/list',
      '<div class="carousel"><a class="prev" href="#">‹</a><a class="next" href="#">›</a></div>',
    ],
    [
      'the next article',
      '/news/a-title',
      '<div class="post-navigation"><a class="nav-next" href="/news/other-title">A different title →</a></div>',
    ],
    [
      'a calendar',
      '/events',
      '<table class="calendar"><caption><a href="/events?month=5">«</a> June <a href="/events?month=7">»</a></caption></table>',
    ],
    [
      'links to more',
      '/list',
      '<p><a href="/item/1">Read more »</a><a href="/item/2">Read more »</a><a href="/item/3">Read more »</a></p>',
    ],
  ])('is not invented from %s', (_, url, pager) => {
    expect(find(url, pager).next).toEqual([]);
  });

  it('says what its address changes', () => {
    const [next] = find(
      '/list?page=2',
      '<div class="pagination"><a rel="next" href="?page=3">Next ›</a></div>',
    ).next;
    expect(next).toMatchObject({
      url: 'https://shop.test/list?page=3',
      kind: 'link',
      why: 'it says "Next ›", rel="next", page=2 becomes page=3',
    });
  });

  it('is the number after the one shown where no control leads there', () => {
    const { next, pages } = find(
      '/list',
      '<div class="pager"><b>1</b> <a href="?page=2">2</a> <a href="?page=3">3</a></div>',
    );
    expect(next).toMatchObject([{ href: '?page=2', isControl: false }]);
    expect(pages.map(({ number }) => number)).toEqual([2, 3]);
  });

  it.each([
    ['one that loads more', '<button>Load more</button>'],
    ['one that shows more after the records', '<div><button>Show more</button></div>'],
    ['one that says "Next"', '<div class="results-nav"><button>Next</button></div>'],
    [
      'one in a row of numbers without addresses',
      '<ul class="pager"><li class="active"><a>1</a></li><li><a href="javascript:go(2)">2</a></li><li><a href="javascript:go(3)">3</a></li><li><a href="javascript:go(2)">»</a></li></ul>',
    ],
  ])('is a button: %s', (_, pager) => {
    expect(find('/list', pager).next).toMatchObject([{ kind: 'button', url: null, pattern: null }]);
  });

  it.each([
    ['shows more of a text', '<section><p>A short text.</p><button>Show more</button></section>'],
    [
      'turns slides',
      '<div class="gallery-pager"><a href="#1">1</a><a href="#2">2</a><a rel="next" href="#2">Next</a></div>',
    ],
    ['closes a dialog', '<div class="modal"><button>Next</button></div>'],
  ])('is no button that %s', (_, pager) => {
    expect(find('/list', pager).next).toEqual([]);
  });

  it('is a link where the address of the page is unknown', () => {
    const page = parsePage(
      `<ul>${records}</ul><div class="pager"><a rel="next" href="?page=2">Next</a></div>`,
    );
    const { next } = findPagination(describeTree(page), new PageContext(page, { url: null, fetchedAt: 0 }));
    expect(next).toMatchObject([{ kind: 'link', href: '?page=2', url: null, pattern: null }]);
  });

  it('is a scroll where the page fills itself', () => {
    const { next } = find('/list', '<div class="infinite-scroll-component"></div>');
    expect(next).toMatchObject([{ kind: 'scroll', url: null }]);
  });
});

describe('numbered pages', () => {
  it('leaves out the small pagers of threads in the list', () => {
    const { pages } = find(
      '/forum?page=1',
      '<div class="t">Thread <a href="/thread/5?page=1">1</a> <a href="/thread/5?page=2">2</a></div><div class="t">Thread <a href="/thread/6?page=1">1</a> <a href="/thread/6?page=2">2</a></div><div class="pager"><b>1</b> <a href="?page=2">2</a> <a href="?page=3">3</a></div>',
    );
    expect(pages.map(({ href }) => href)).toEqual(['?page=2', '?page=3']);
  });

  it.each([
    [
      'sizes of a page',
      '<p class="view">Show <a href="?limit=12">12</a> <a href="?limit=24">24</a> <a href="?limit=48">48</a></p>',
    ],
    [
      'years',
      '<p class="pages"><a href="/2019">2019</a> <a href="/2020">2020</a> <a href="/2021">2021</a></p>',
    ],
    [
      'days',
      '<table class="calendar"><tr><td><a href="/d/1">1</a></td><td><a href="/d/2">2</a></td></tr></table>',
    ],
  ])('are not %s', (_, pager) => {
    expect(find('/list', pager).pages).toEqual([]);
  });

  it.each([
    [
      'the text',
      '<div class="pager"><b>1</b> <a href="?page=2">2</a> <a href="?page=2">Next</a> Page 1 of 17</div>',
      17,
    ],
    [
      'the number that stands apart',
      '<div class="pager"><b>1</b> <a href="?page=2">2</a> … <a href="?page=82">82</a> <a href="?page=2">Next</a></div>',
      82,
    ],
    [
      'the link to the last',
      '<div class="pager"><a href="?page=2">Next</a> <a href="?page=9">Last</a></div>',
      9,
    ],
    [
      'nothing',
      '<div class="pager"><b>1</b> <a href="?page=2">2</a> <a href="?page=3">3</a> <a href="?page=2">Next</a></div>',
      null,
    ],
  ])('are counted by %s', (_, pager, total) => {
    expect(find('/list?page=1', pager).total).toBe(total);
  });
});

describe('the pattern of the following pages', () => {
  it.each([
    ['an argument', '/list', '<div class="pager"><a href="?page=2">Next</a></div>', String.raw`[?&]page=\d+`],
    [
      'a folder',
      '/blog/',
      '<div class="pager"><a href="/blog/page/2/">Next</a></div>',
      String.raw`/page/\d+/?(?:[?#]|$)`,
    ],
    [
      'a file',
      '/forum/',
      '<div class="pager"><a href="/forum/index2.html">Next</a></div>',
      String.raw`/index\d+\.html`,
    ],
    [
      'a cursor',
      '/list',
      '<div class="pager"><a href="?after=t3_abc" rel="next">Next</a></div>',
      '[?&]after=',
    ],
    [
      'an argument that other links have',
      '/forum',
      '<div><a href="/thread?page=4">latest</a></div><div class="pager"><a href="?page=2">Next</a></div>',
      String.raw`/forum\?(?:[^#]*&)?page=\d+`,
    ],
  ])('is short for %s', (_, url, pager, pattern) => {
    expect(find(url, pager).pattern).toBe(pattern);
  });
});
