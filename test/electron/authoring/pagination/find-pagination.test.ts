import { describe, expect, it } from 'vitest';
import {
  findPagination,
  type Pagination,
} from '../../../../electron/authoring/pagination/find-pagination.ts';
import { latinWords } from '../../../../electron/authoring/pagination/words-latin.ts';
import { scriptWords } from '../../../../electron/authoring/pagination/words-scripts.ts';
import { describeTree } from '../../../../electron/authoring/tree.ts';
import { PageContext } from '../../../../electron/extract/page-context.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';

const records = Array.from(
  { length: 12 },
  (_, index) =>
    `<li class="card"><a href="/item/${index}">Item ${index}</a><p>Words about item ${index}.</p></li>`,
).join('');

/** Finds the pagination of a page that shows records and a pager. */
function find(url: string, pager: string, language = 'en'): Pagination {
  const page = parsePage(
    `<html lang="${language}"><header><a href="/">Home</a><a href="/about">About</a></header><main><ul>${records}</ul>${pager}</main><footer><a href="/terms">Terms</a></footer>`,
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

  it.each(Object.entries({ ...latinWords, ...scriptWords }))(
    'is found by words alone after the records (%s)',
    (language, { next, more, older, load }) => {
      const pagers = [
        (word: string) => `<a href="?page=2">${word}</a>`,
        (word: string) => `<p><a href="?offset=12">${word}</a></p>`,
        (word: string) => `<p><a href="?after=t3_x">${word}</a></p>`,
        (word: string) => `<div><a href="/list/2">${word}</a></div>`,
        (word: string) => `<a href="?page=2"><img src="a.png" alt="${word}"></a>`,
        (word: string) => `<a href="?page=2" aria-label="${word}"><svg></svg></a>`,
        (word: string) => `<a href="?page=2" title="${word}"><i></i></a>`,
        (word: string) => `<button data-url="/list?page=2">${word}</button>`,
        (word: string) => `<button>${word}</button>`,
      ];
      const missed = [...next, ...more, ...older, ...load].flatMap((word) =>
        pagers
          .map((pager) => pager(word))
          .filter((pager) => find('/list', pager, language).next.length !== 1),
      );
      expect(missed).toEqual([]);
    },
  );

  it('is found by words alone after a table', () => {
    const rows = Array.from(
      { length: 6 },
      (_, at) => `<tr><td>${at}</td><td>Words about item ${at}.</td></tr>`,
    );
    const page = parsePage(`<main><table>${rows.join('')}</table><p><a href="?p=2">More</a></p></main>`);
    const context = new PageContext(page, { url: 'https://shop.test/list', fetchedAt: 0 });
    expect(findPagination(describeTree(page), context).next).toMatchObject([{ href: '?p=2' }]);
  });

  it.each(['»', '›', '→', '>', '>>', '▶', '❯', '⟩'])('is found by %s alone', (arrow) => {
    expect(find('/list', `<p><a href="?page=2">${arrow}</a></p>`).next).toMatchObject([{ href: '?page=2' }]);
    const both = `<p><a href="?page=1">‹</a> <a href="?page=3">${arrow}</a></p>`;
    expect(find('/list?page=2', both).next).toMatchObject([{ href: '?page=3' }]);
  });

  it('is a button with the address that it keeps for its script', () => {
    expect(find('/list', '<button data-url="/list?page=2">Load more</button>').next).toMatchObject([
      { kind: 'button', href: '', url: 'https://shop.test/list?page=2' },
    ]);
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
    ['a link back', '/list?page=2', '<p><a href="?page=1">«</a></p>'],
    [
      'a link to the first of many pages from the last',
      '/?cat=1&paged=22',
      '<p><a href="/?p=1">More</a></p>',
    ],
    ['more of another part of the site', '/list', '<p><a href="/topics/267">More</a></p>'],
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

  it.each([
    '<div class="pager"><a rel="next" href="?page=2">Next</a></div>',
    '<p>1 <a href="?page=2">2</a> <a href="?page=2">Next</a></p>',
    '<a href="?page=2">More</a>',
  ])('is a link where the address of the page is unknown: %s', (pager) => {
    const page = parsePage(`<ul>${records}</ul>${pager}`);
    const { next } = findPagination(describeTree(page), new PageContext(page, { url: null, fetchedAt: 0 }));
    expect(next).toMatchObject([{ kind: 'link', href: '?page=2', url: null, pattern: null }]);
  });

  it('is a scroll where the page fills itself', () => {
    const { next } = find('/list', '<div class="infinite-scroll-component"></div>');
    expect(next).toMatchObject([{ kind: 'scroll', url: null }]);
  });
});

describe('numbered pages', () => {
  it.each([
    [
      'the page shown is a link, too',
      '/list?page=6',
      '<p><a href="?page=1">1</a> … <a href="?page=5">5</a> <a href="?page=6">6</a> <a href="?page=7">7</a> … <a href="?page=20">20</a></p>',
      [1, 5, 6, 7, 20],
      '?page=7',
    ],
    [
      'they run downwards',
      '/list?page=20',
      '<div><a href="?page=22">22</a> <a href="?page=21">21</a> <b>20</b> <a href="?page=19">19</a> <a href="?page=18">18</a></div>',
      [22, 21, 19, 18],
      '?page=19',
    ],
    [
      'only their names have the numbers',
      '/list',
      '<ul><li><b>1</b></li><li><a href="?page=2" aria-label="Page 2"><i></i></a></li><li><a href="?page=3" aria-label="Page 3"><i></i></a></li></ul>',
      [2, 3],
      '?page=2',
    ],
    ['only the first is linked', '/list?page=2', '<p><a href="/list">1</a> <b>2</b></p>', [1], undefined],
    [
      'they choose how many records are shown',
      '/list',
      '<p>Show <a href="?n=10">10</a> <a href="?n=20">20</a> <a href="?n=50">50</a></p>',
      [],
      undefined,
    ],
  ])('are told by their numbers where %s', (_, url, pager, numbers, next) => {
    const found = find(url, pager);
    expect(found.pages.map(({ number }) => number)).toEqual(numbers);
    expect(found.next[0]?.href).toBe(next);
  });

  it('are found where the page before has fewer arguments', () => {
    const pager =
      '<p>1 <a href="?q=tea&n=10&from=10">2</a> <a href="?q=tea&n=10&from=20">3</a> <a href="?q=tea&n=10&from=30">4</a></p>';
    expect(find('/search?q=tea', pager).pages.map(({ number }) => number)).toEqual([2, 3, 4]);
  });

  it.each([
    ['Page 2', 'Page 3'],
    ['2ページ', '3ページ'],
    ['第2页', '第3页'],
  ])('are found with a word beside the number (%s)', (second, third) => {
    const pager = `<p><b>1</b> <a href="?page=2">${second}</a> <a href="?page=3">${third}</a></p>`;
    expect(find('/list', pager).pages.map(({ number }) => number)).toEqual([2, 3]);
  });

  it('are no days of a calendar', () => {
    const days = Array.from(
      { length: 20 },
      (_, index) => `<a href="/calendar/day/2016-03-${String(index + 2).padStart(2, '0')}">${index + 2}</a>`,
    ).join(' ');
    expect(find('/events', `<p>1 ${days}</p>`).pages).toEqual([]);
  });

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
