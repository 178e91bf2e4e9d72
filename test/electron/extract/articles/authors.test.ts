import { describe, expect, it } from 'vitest';
import { cleanAuthor } from '../../../../electron/extract/articles/author.ts';
import { article, jsonLd, metadataOf, prose } from './page-of.ts';

describe('a byline', () => {
  it.each([
    ['By Ada Bell', 'Ada Bell'],
    ['ByAda Bell', 'Ada Bell'],
    ['Von Ada Bell', 'Ada Bell'],
    ['Ein Gastbeitrag von Ada Bell', 'Ada Bell'],
    ['Par Zoé Lefèvre', 'Zoé Lefèvre'],
    ['Por José García', 'José García'],
    ['di Maria Rossi', 'Maria Rossi'],
    ['Door Jan de Vries', 'Jan de Vries'],
    ['Av Åsa Lind', 'Åsa Lind'],
    ['Автор: Анна Петрова', 'Анна Петрова'],
    ['作者：焦鹏', '焦鹏'],
    ['责任编辑： 焦鹏', '焦鹏'],
    ['Eine Kolumne von Ada Bell', 'Ada Bell'],
    ['Blog Beitrag von Ada Bell', 'Ada Bell'],
    ['Text von Ada Bell Illustration von Ciro Amico', 'Ada Bell'],
    ['Written by Ada Bell', 'Ada Bell'],
    ['Posted by: Ada Bell on 5 March 2024', 'Ada Bell'],
    ['Ada Bell, Senior Political Correspondent', 'Ada Bell'],
    ['Ada Bell, Harbour correspondent', 'Ada Bell'],
    ['Ada Bell Senior Harbour Reporter', 'Ada Bell'],
    ['Ada Bell, Executive Editor, Harbour Letter', 'Ada Bell'],
    ['Ada Bell, editor, and Ciro Amico, reporter', 'Ada Bell, and Ciro Amico'],
    ['Ada Bell, MD', 'Ada Bell, MD'],
    ['Ada Bell, MD, cardiologist, Harbour Hospital', 'Ada Bell, MD'],
    ['Ada Bell, Datum: 05.Mär.24', 'Ada Bell'],
    ['Ada Bell Publiziert am Dienstag', 'Ada Bell'],
    ['Ada Bell | BBC News', 'Ada Bell'],
    ['Ada Bell · March 5, 2024 · 4 min read', 'Ada Bell'],
    ['Ada Bell Mar 14', 'Ada Bell'],
    ['Ada Bell @adabell', 'Ada Bell'],
    ['Ada Bell ada@news.example', 'Ada Bell'],
    ['Ada Bell (Reuters)', 'Ada Bell'],
    ['ADA BELL', 'ADA BELL'],
    ['Ada Bell and Ciro D’Amico', 'Ada Bell and Ciro D’Amico'],
    ['Di Maio', 'Di Maio'],
    ['Robert De Niro', 'Robert De Niro'],
    ['Example Staff', 'Example Staff'],
    ['gabor_munier', 'gabor_munier'],
  ])('"%s" names %s', (text, name) => {
    expect(cleanAuthor(text, null)).toBe(name);
  });

  it.each([
    [''],
    ['5 March 2024'],
    ['March 20'],
    ['https://news.example/ada'],
    ['ada@news.example'],
    ['admin'],
    ['Redaktion'],
    ['Senior Autos Reporter'],
    ['View all posts'],
    ['12 articles'],
    ['page.head.extra.author'],
    ['the harbour bridge was opened to traffic on tuesday morning'],
    ['<b></b>'],
    ['Registrieren'],
    ['von'],
    ['Your name'],
    ['Sun'],
    ['الجمعة'],
    ['Visit the Harbour Store'],
    ['This article was written by'],
  ])('"%s" names nobody', (text) => {
    expect(cleanAuthor(text, null)).toBeNull();
  });

  it('is no author when it only names the site', () => {
    expect(cleanAuthor('The Example Post', 'the example post')).toBeNull();
  });
});

/** A page with enough text that it must show its byline, too. */
const long = (below: string, head = '') =>
  article(below, head).replace('</main>', `${prose.repeat(20)}</main>`);
const byData = (name: string, type = 'Person') =>
  jsonLd({ '@type': 'NewsArticle', author: { '@type': type, name } });
const byMeta = (name: string) => `<meta name="author" content="${name}">`;
const site = '<meta property="og:site_name" content="Harbour Post">';

describe('the author', () => {
  const author = (html: string) => metadataOf(html).author;
  it.each([
    [
      'JSON-LD',
      article('', jsonLd({ '@type': 'NewsArticle', author: { '@type': 'Person', name: 'Ada Bell' } })),
    ],
    ['JSON-LD as a text', article('', jsonLd({ '@type': 'NewsArticle', author: 'Ada Bell' }))],
    [
      'JSON-LD by reference',
      article(
        '',
        jsonLd({
          '@graph': [
            { '@type': 'Article', author: { '@id': '#ada' } },
            { '@id': '#ada', '@type': 'Person', name: 'Ada Bell' },
          ],
        }),
      ),
    ],
    ['a meta element', article('', '<meta name="author" content="Ada Bell">')],
    ['the meta element of Parse.ly', article('', '<meta name="parsely-author" content="Ada Bell">')],
    ['Dublin Core', article('', '<meta name="DC.creator" content="Ada Bell">')],
    ['a citation', article('', '<meta name="citation_author" content="Bell, Ada">')],
    [
      'a card of Twitter',
      article(
        '',
        '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ada Bell">',
      ),
    ],
    [
      'microdata',
      article(
        '<div itemprop="author" itemscope><img alt="x"><span itemprop="name">Ada Bell</span><p>writes about boats.</p></div>',
      ),
    ],
    ['RDFa', article('<span property="author">Ada Bell</span>')],
    ['rel=author', article('<a rel="author" href="/staff/ada">Ada Bell</a>')],
    ['a class name', article('<div class="byline">By <span>Ada Bell</span></div>')],
    [
      'a name within a byline',
      article(
        '<p class="byline">By <a rel="author" href="/authors/ada">Ada Bell</a>, <span>Data and reporting</span></p>',
      ),
    ],
    ['a link to the author’s page', article('<p>Story: <a href="/authors/ada-bell">Ada Bell</a></p>')],
    ['a line below the title', article('<p>By Ada Bell</p>')],
    ['a line with a date before the name', article('<p>5 March 2024 - Ada Bell</p>')],
    ['a line with a date and a section', article('<p>Mar 5, 2024 • Ada Bell in Bridges</p>')],
    ['a line with a byline between other things', article('<p>News | By Ada Bell | March 5, 2024</p>')],
    ['a card of hCard', article('<h4 class="vcard author">von Ada Bell</h4>')],
    [
      'a link with the headlines of other articles',
      article(
        '<a rel="author" href="/a"><b>Ada Bell</b><ul><li>Ferries stop running at noon</li><li>Why the pier was sold to nobody</li></ul></a>',
      ),
    ],
    ['a meta element, though the page does not show it', long('', byMeta('Ada Bell'))],
    ['data that a short page does not show yet', article('', byData('Ada Bell'))],
    [
      'data and a card that agree',
      long(
        '',
        `${byData('Ada Bell')}<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ada Bell">`,
      ),
    ],
    ['data that the page shows', long('<p>Ada Bell</p>', byData('Ada Bell'))],
    [
      'a byline before data that the page does not show',
      long('<p>By Ada Bell</p>', byMeta('Emil Dorn') + byData('Emil Dorn')),
    ],
    ['a byline with the surname', article('<p>By Ada Bell</p>', byMeta('Ada'))],
    ['the line below a label', article('<p>Written by</p><p>Ada Bell</p>')],
    ['the line below a label in another language', article('<div>Verfasst von:</div><div>Ada Bell</div>')],
    ['a contributor', article('<p><b>Contributors:</b> Ada Bell</p>')],
    ['a class name in a longer word', article('<span class="jobber-post__author">Ada Bell</span>')],
    [
      'a sentence at the end',
      article('').replace('</main>', '<p>This post was written by Ada Bell.</p></main>'),
    ],
    [
      'a byline set apart in an aside',
      article('<aside><a rel="author" href="/staff/ada">Ada Bell</a></aside>'),
    ],
  ])('is told by %s', (_name, html) => {
    expect(author(html)).toBe('Ada Bell');
    expect(metadataOf(html).authors).toEqual(['Ada Bell']);
  });

  it.each([
    [
      'a list of JSON-LD',
      jsonLd({ '@type': 'Article', author: [{ name: 'Ada Bell' }, { name: 'Ciro Amico' }] }),
      '',
      'Ada Bell, Ciro Amico',
    ],
    [
      'several meta elements',
      '<meta name="citation_author" content="Ada Bell"><meta name="citation_author" content="Ciro Amico">',
      '',
      'Ada Bell, Ciro Amico',
    ],
    [
      'one byline, as it is written',
      '',
      '<p class="byline">By Ada Bell and Ciro Amico</p>',
      'Ada Bell and Ciro Amico',
    ],
    [
      'data, as the byline writes them',
      jsonLd({ '@type': 'Article', author: [{ name: 'Ada Bell' }, { name: 'Ciro Amico' }] }),
      '<p>By Ada Bell and Ciro Amico</p>',
      'Ada Bell and Ciro Amico',
    ],
    [
      'a byline fuller than the data',
      jsonLd({ '@type': 'Article', author: 'Ada Bell' }),
      '<a rel="author" href="/a">Ada Bell</a> <a rel="author" href="/c">Ciro Amico</a>',
      'Ada Bell, Ciro Amico',
    ],
  ])('are several in %s', (_name, head, below, names) => {
    const found = metadataOf(article(below, head));
    expect(found.author).toBe(names);
    expect(found.authors).toEqual(['Ada Bell', 'Ciro Amico']);
  });

  it.each([
    [
      'comments',
      article('', '').replace(
        '</main>',
        '</main><div id="comments"><span class="comment-author author">Carl</span></div>',
      ),
    ],
    [
      'articles beside it',
      article('').replace(
        '</main>',
        '</main><aside class="related"><p class="byline">By Dora East</p></aside>',
      ),
    ],
    [
      'reviews of a product',
      article('').replace(
        '</main>',
        '<div itemprop="review" itemscope><span itemprop="author">Emil</span></div></main>',
      ),
    ],
    [
      'a list of articles',
      long('', '').replace(
        '</main>',
        `${['Carl Dorn', 'Dora East', 'Emil Frey'].map((name) => `${prose.repeat(3)}<p class="item-author">${name}</p>`).join('')}</main>`,
      ),
    ],
    [
      'lines of a list of reviews',
      long('').replace(
        '</main>',
        `${['Carl Dorn', 'Dora East', 'Emil Frey'].map((name) => `${prose.repeat(3)}<p>By ${name}</p>`).join('')}</main>`,
      ),
    ],
    ['a featured review', article('<p class="featured-review_author">Carl Dorn</p>')],
    [
      'the credit of a picture',
      article('<figure><img src="a.jpg" alt=""><span itemprop="author">Carl Dorn</span></figure>'),
    ],
    ['a slogan far below', long('').replace('</main>', '<p>Von Gästen, Ferien und viel Wind</p></main>')],
    [
      'a link to a page about people',
      long('').replace('</main>', '<a href="/people/plans">our plans</a></main>'),
    ],
    ['an account in the data alone', long('', byData('cdorn'))],
    ['an account below the article', `${long('', byData('cdorn'))}<aside class="author">cdorn</aside>`],
    ['a name in the data alone', long('', byData('Carl Dorn'))],
    ['a company in the data', article('', byMeta('Harbour Media GmbH'))],
    ['an association in the data', article('', byMeta('Verein der Fischer e. V.'))],
    ['an address of a site', article('', byMeta('harbour-news.test'))],
    ['the name of the site in the data alone', long('', site + byData('Harbour Post', 'Organization'))],
    ['the name of the site that is not shown', long('', site + byMeta('Harbour Post'))],
    ['the line below a word of the menu', article('<p>Writers</p><p>Harbour News</p>')],
    ['a sentence below a label', article('<p>Author</p><p>The bridge was closed for three years.</p>')],
    ['accounts elsewhere', article('<a href="https://video.example/user/examplepost">Videos</a>')],
  ])('is not taken from %s', (_name, html) => {
    expect(author(html)).toBeNull();
  });

  it('is who is shown where the data only has an account', () => {
    const html = article('<div class="author-name">Ada Bell</div>', '<meta name="author" content="a.bell">');
    expect(author(html)).toBe('Ada Bell');
  });

  it('stays what the data says where a byline only adds a role', () => {
    const data = jsonLd({ '@type': 'Article', author: 'Ada Bell' });
    expect(author(article('<p>By Ada Bell, Data and reporting</p>', data))).toBe('Ada Bell');
  });

  it('is the organisation that says so, where no person does', () => {
    const data = { '@type': 'Article', author: { '@type': 'Organization', name: 'Harbour Office' } };
    expect(author(article('', jsonLd(data)))).toBe('Harbour Office');
    expect(
      author(
        article(
          '<p class="byline">By Ada Bell</p>',
          jsonLd({ '@type': 'Article', author: { '@type': 'Organization', name: 'News' } }),
        ),
      ),
    ).toBe('Ada Bell');
  });

  it('is the site where a byline says so', () => {
    expect(author(long('<p class="byline">By Harbour Post</p>', site + byData('Harbour Post')))).toBe(
      'Harbour Post',
    );
  });

  it('is who wrote the first post of a thread', () => {
    const posts = ['ropefan', 'sailor9', 'knots'].map(
      (name) => `<div class="post"><span class="author">${name}</span>${prose.repeat(3)}</div>`,
    );
    const page = `<h1>Which rope?</h1>${posts.join('')}`;
    expect(metadataOf(page, 'https://boats.example/threads/which-rope.12').author).toBe('ropefan');
  });

  it('is the account that asks, in a forum', () => {
    const data = {
      '@type': 'DiscussionForumPosting',
      headline: 'Which rope?',
      author: { '@type': 'Person', name: 'rope_fan7' },
    };
    expect(
      author(
        `<h1>Which rope?</h1>${jsonLd(data)}<div class="post"><span class="author">Another Person</span>${prose}</div>`,
      ),
    ).toBe('rope_fan7');
  });
});
