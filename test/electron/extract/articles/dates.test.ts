import { describe, expect, it } from 'vitest';
import { article, jsonLd, metadataOf, prose } from './page-of.ts';

const published = (html: string, url?: string) => metadataOf(html, url).publishedDate?.slice(0, 10) ?? null;
const local = (language: string, below: string) => article(below).replace('lang="en"', `lang="${language}"`);

describe('the day of publication', () => {
  it.each([
    ['JSON-LD', article('', jsonLd({ '@type': 'NewsArticle', datePublished: '2024-03-05T08:15:00+01:00' }))],
    [
      'JSON-LD that is broken elsewhere',
      article(
        '',
        jsonLd('{"@type":"NewsArticle","headline":"He said "no" twice","datePublished":"2024-03-05",}'),
      ),
    ],
    ['the page’s JSON-LD', article('', jsonLd({ '@type': 'WebPage', datePublished: '2024-03-05' }))],
    ['OpenGraph', article('', '<meta property="article:published_time" content="2024-03-05T08:15:00Z">')],
    ['Dublin Core', article('', '<meta name="DC.date.issued" content="2024-03-05">')],
    ['a citation', article('', '<meta name="citation_publication_date" content="2024/03/05">')],
    ['microdata', article('<span itemprop="datePublished" content="2024-03-05">yesterday</span>')],
    ['RDFa', article('<span property="dc:date" content="2024-03-05">yesterday</span>')],
    ['a time element', article('<time datetime="2024-03-05T10:00">yesterday</time>')],
    ['the text of a time element', article('<time>March 5, 2024</time>')],
    ['seconds since 1970', article('<abbr data-utime="1709625600">yesterday</abbr>')],
    ['a title attribute', article('<abbr title="Tuesday, March 5, 2024 at 10:00am">2 h</abbr>')],
    ['a class name', article('<div class="post-date">5 March 2024</div>')],
    ['a line', article('<div><em>5 March 2024</em></div>')],
    ['a line with the byline', article('<p>By Ada Bell, March 5, 2024</p>')],
    [
      'a line between other things',
      article('<p>⋅ March 5, 2024 ⋅ Email this post ⋅ Diese Seite drucken</p>'),
    ],
    ['a label', article('<p>Published: 05 Mar 2024, 10:30 · Updated: 7 Mar 2024</p>')],
    [
      'the data of a script',
      article('', '<script type="application/json">{"a":{"publishedDate":"2024-03-05T10:00:00Z"}}</script>'),
    ],
    [
      'a line at the end',
      article('').replace('</main>', '<p>This post was written on 5 March 2024 by Ada.</p></main>'),
    ],
    [
      'a long line in a footer that speaks of this article',
      article('').replace(
        '</main>',
        `${prose.repeat(20)}<div class="footer">This article was posted on 5 March 2024 at 10:30 by Ada under Bridges, Harbour and Boats. There are nine comments already, and yours is as welcome as theirs.</div></main>`,
      ),
    ],
    [
      'a long line in a sidebar that repeats the title',
      article('').replace(
        '</main>',
        `${prose.repeat(20)}<div class="sidebar">Harbour bridge reopens after three years was posted on 5 March 2024 at 10:30 and filed under Bridges, Harbour, Boats, Ferries, Piers, Docks and Quays.</div></main>`,
      ),
    ],
  ])('is told by %s', (_name, html) => {
    expect(published(html)).toBe('2024-03-05');
  });

  it.each([
    ['https://news.example/2024/03/05/bridge', '2024-03-05'],
    ['https://news.example/2024/3/5/bridge', '2024-03-05'],
    ['https://news.example/2024-03-05-bridge.html', '2024-03-05'],
    ['https://news.example/news/20240305/bridge', '2024-03-05'],
    ['https://news.example/2024/march/05/bridge', '2024-03-05'],
    ['https://news.example/~05-03-2024-bridge', '2024-03-05'],
    ['https://archive.example/web/20250101000000/http://news.example/2024/03/05/bridge', '2024-03-05'],
    ['https://news.example/2024/03/7-bridges', null],
    ['https://news.example/2024/13/45/bridge', null],
    ['https://news.example/id/1234567890', null],
    ['not an address', null],
  ])('is in the address %s: %s', (url, day) => {
    expect(published(article(''), url)).toBe(day);
  });

  it.each([
    ['de', '5. März 2024'],
    ['de', 'Erstellt am: 05.03.2024'],
    ['de', 'Veröffentlicht am Dienstag, den 5. März 2024 um 10:30 Uhr'],
    ['en-GB', '05/03/2024'],
    ['fr', 'Publié le 5 mars 2024 à 10h30'],
    ['es', '5 de marzo de 2024'],
    ['pt-BR', '5 de março de 2024 às 10h30'],
    ['it', '5 marzo 2024'],
    ['nl', '5 maart 2024'],
    ['sv', '5 mars 2024'],
    ['pl', '5 marca 2024'],
    ['cs', '5. března 2024'],
    ['tr', '5 Mart 2024'],
    ['ru', '5 марта 2024 г., 10:30'],
    ['uk', '5 березня 2024'],
    ['ja', '2024年3月5日'],
    ['ko', '2024년 3월 5일'],
    ['ar', '5 مارس 2024'],
    ['ar', '5 آذار / مارس 2024'],
    ['hu', '2024. március 5.'],
    ['en', '03/05/2024'],
    ['en', '05.03.2024'],
    ['en', '2024-03-05 10:30'],
  ])('in %s is read from "%s"', (language, text) => {
    expect(published(local(language, `<p>${text}</p>`))).toBe('2024-03-05');
  });

  it.each([
    [
      'the address before all',
      article('<time>1 March 2024</time>'),
      'https://news.example/2024/03/05/x',
      '2024-03-05',
    ],
    [
      'what is shown beside the title before what an import left in the data',
      article(
        '<div class="date">5 March 2024</div>',
        '<meta property="article:published_time" content="2019-01-01">',
      ),
      undefined,
      '2024-03-05',
    ],
    [
      'the data where what is shown is another date of it',
      article(
        '<p>Published 5 March 2024</p><p>Updated 9 March 2024</p>',
        jsonLd({ '@type': 'Article', datePublished: '2024-03-05', dateModified: '2024-03-09' }),
      ),
      undefined,
      '2024-03-05',
    ],
    [
      'the day of the place before the day in UTC',
      article(
        '<div class="date">March 5, 2024 8:30 pm</div>',
        '<meta property="article:published_time" content="2024-03-06T01:30:00Z">',
      ),
      undefined,
      '2024-03-05',
    ],
    [
      'the date of the article before those beside it',
      `<div class="sidebar"><time datetime="2024-03-09">x</time></div>${article('<time datetime="2024-03-05">x</time>')}`,
      undefined,
      '2024-03-05',
    ],
    [
      'when it was changed, where nothing else is told',
      article('<p>Last updated: 5 March 2024</p>'),
      undefined,
      '2024-03-05',
    ],
    [
      'day and month so that the date has come',
      local('en', '<p>05/03/2024</p><p>25/02/2024</p>').replace('<p>25/02/2024</p>', ''),
      undefined,
      '2024-05-03',
    ],
    [
      'day and month as the data has them, where a language writes both orders',
      article('<p>05/03/2024</p>', jsonLd({ '@type': 'Article', datePublished: '2024-03-05' })),
      undefined,
      '2024-03-05',
    ],
    [
      'what readers see, where a language has one order',
      local('de', '<p>05.03.2024</p>').replace(
        '</head>',
        `${jsonLd({ '@type': 'Article', datePublished: '2024-05-03' })}</head>`,
      ),
      undefined,
      '2024-03-05',
    ],
    [
      'that of a paper, not of its submission',
      article('<p>Submitted: 12 January 2024</p>', '<meta name="citation_date" content="2024-03-05">'),
      undefined,
      '2024-03-05',
    ],
  ])('is %s', (_name, html, url, day) => {
    expect(published(html, url)).toBe(day);
  });

  it.each([
    ['nothing', article('')],
    ['a copyright', article('<p>© 2024-03-05 Example</p>')],
    ['an event to come', article('<p>Event date: 5 March 2024</p>')],
    ['a day that has not come', article('<p>5 March 2924</p>')],
    ['a day before the web', article('<p>5 March 1924</p>')],
    ['a year', article('<p>In 2024 it was closed.</p>')],
    ['no real day', article('<time datetime="2024-02-31">x</time>')],
    ['the dates of comments', `${prose}<div class="comments"><time datetime="2024-03-05"></time></div>`],
  ])('is not made up from %s', (_name, html) => {
    expect(published(html)).toBeNull();
  });

  it('comes with the time and its offset', () => {
    expect(
      metadataOf(article('', jsonLd({ '@type': 'Article', datePublished: '2024-03-05T08:15:00+01:00' })))
        .publishedDate,
    ).toBe('2024-03-05T08:15:00+01:00');
  });

  it('comes beside the day of the last change', () => {
    const html = article(
      '',
      '<meta property="article:published_time" content="2024-03-05"><meta property="article:modified_time" content="2024-04-06">',
    );
    expect(metadataOf(html).modifiedDate).toBe('2024-04-06T00:00:00');
  });
});
