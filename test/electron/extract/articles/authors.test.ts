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
    ['Written by Ada Bell', 'Ada Bell'],
    ['Posted by: Ada Bell on 5 March 2024', 'Ada Bell'],
    ['Ada Bell, Senior Political Correspondent', 'Ada Bell'],
    ['Ada Bell, Harbour correspondent', 'Ada Bell'],
    ['Ada Bell, MD', 'Ada Bell, MD'],
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
  ])('"%s" names nobody', (text) => {
    expect(cleanAuthor(text, null)).toBeNull();
  });

  it('is no author when it only names the site', () => {
    expect(cleanAuthor('The Example Post', 'the example post')).toBeNull();
  });
});

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
