import {
  articles,
  authorOf,
  products,
  sectionName,
  site,
  tags,
  type Article,
  type Comment,
} from './content.ts';
import { framed, html, paged, pagerOf, pictureOf, render, type Page } from './layout.ts';
import type { View } from './template.ts';
import { blocksOf, countText, dateText, plainText, priceText } from './text.ts';

/** The pages of the newspaper. Each takes the origin of the running site; null means that there is no such page. */

/** When anything on the site changed last. */
export const siteModified = newestOf(articles);

export function frontPage(origin: string): Page {
  const [lead, ...rest] = articles;
  const advert = products.find((product) => product.stock !== 0);
  return framed(
    { origin, path: '/', title: site.name, modified: siteModified, description: site.motto },
    'front',
    {
      lead: lead === undefined ? null : teaser(lead),
      latest: rest.slice(0, 6).map(teaser),
      bySection: site.sections.map((section) => ({
        ...section,
        articles: inSection(section.slug).slice(0, 3).map(teaser),
      })),
      advert: advert && { path: advert.path, name: advert.name, priceText: priceText(advert.price) },
    },
  );
}

export function sectionPage(origin: string, slug: string, page: number): Page | null {
  const section = site.sections.find((candidate) => candidate.slug === slug);
  if (section === undefined) return null;
  const { name: heading, about: intro } = section;
  return listing(origin, {
    path: `/news/${slug}/`,
    heading,
    intro,
    found: inSection(slug),
    page,
    section: slug,
  });
}

export function tagPage(origin: string, tag: string, page: number): Page | null {
  if (!tags.includes(tag)) return null;
  const found = articles.filter((article) => article.tags.includes(tag));
  return listing(origin, { path: `/tags/${tag}/`, heading: `Stories about ${tag}`, intro: '', found, page });
}

export function searchPage(origin: string, query: string): Page {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = articles.filter((article) => {
    const text = `${article.title} ${article.summary} ${article.body.join(' ')}`.toLowerCase();
    return words.length > 0 && words.every((word) => text.includes(word));
  });
  return framed({ origin, path: '/search', title: 'Search', modified: siteModified }, 'list', {
    heading: 'Search',
    intro: `${countText(found.length, 'page')} with “${query}”`,
    articles: found.map(teaser),
  });
}

export function authorsPage(origin: string): Page {
  return framed(
    { origin, path: '/authors/', title: 'Who writes the Gazette', modified: siteModified },
    'authors',
    { authors: site.authors },
  );
}

export function authorPage(origin: string, slug: string, page: number): Page | null {
  const author = site.authors.find((candidate) => candidate.slug === slug);
  if (author === undefined) return null;
  const found = articles.filter((article) => article.author === slug);
  const crumbs = [{ href: '/authors/', name: 'Authors' }];
  return listing(origin, {
    path: `/authors/${slug}/`,
    heading: author.name,
    intro: author.bio,
    found,
    page,
    crumbs,
  });
}

export function articlePage(origin: string, path: string): Page | null {
  const article = articles.find((candidate) => candidate.path === path);
  if (article === undefined) return null;
  const author = authorOf(article.author);
  const image = pictureOf(article.image.motif, article.slug);
  const [first = '', second = '', ...others] = blocksOf(article.body);
  const frame = {
    origin,
    path,
    title: article.title,
    modified: article.modified ?? article.published,
    section: article.section,
    description: article.summary,
    image,
    type: 'article' as const,
    meta: [
      { attribute: 'name' as const, name: 'author', content: author.name },
      { attribute: 'property' as const, name: 'article:published_time', content: article.published },
      { attribute: 'property' as const, name: 'article:section', content: sectionName(article.section) },
      ...article.tags.map((tag) => ({ attribute: 'property' as const, name: 'article:tag', content: tag })),
    ],
    structured: newsArticle(origin, article, image),
  };
  let comments = 0;
  const numbered = (comment: Comment): View => ({
    ...comment,
    id: ++comments,
    dateText: dateText(comment.date),
    hasReplies: comment.replies.length > 0,
    replies: comment.replies.map(numbered),
  });
  const thread = article.comments.map(numbered);
  return framed(frame, 'article', {
    ...teaser(article),
    modified: article.modified,
    modifiedText: article.modified && dateText(article.modified),
    authorRole: author.role,
    authorBioRest: author.bio.slice(author.name.length + 1),
    image,
    imageAlt: article.image.alt,
    imageCaption: article.image.caption,
    bodyStart: [first, second].join('\n'),
    bodyRest: others.join('\n'),
    tags: article.tags,
    related: relatedTo(article).map(teaser),
    hasComments: thread.length > 0,
    comments: thread,
    commentsHeading: comments === 0 ? 'No comments yet' : countText(comments, 'comment'),
  });
}

export function aboutPage(origin: string): Page {
  return framed(
    { origin, path: '/about.html', title: 'About the Gazette', modified: siteModified },
    'about',
    {},
  );
}

export function archiveIndex(origin: string): Page {
  return framed({ origin, path: '/archive/', title: 'From the archive', modified: siteModified }, 'archive', {
    pages: site.archive,
  });
}

/** A page of the old web site: in ISO-8859-1, and nothing but its bytes says so. */
export function archivePage(path: string): Page | null {
  const page = site.archive.find((candidate) => candidate.path === path);
  if (page === undefined) return null;
  const body = render('archive-page', { ...page, body: page.body });
  return { ...html(body, page.datetime), contentType: 'text/html', encoding: 'latin1' };
}

/** The newest article: where /latest leads. */
export function latestPath(): string {
  return articles[0]?.path ?? '/';
}

interface Listing {
  path: string;
  heading: string;
  intro: string;
  found: readonly Article[];
  page: number;
  section?: string;
  crumbs?: { href: string; name: string }[];
}

function listing(
  origin: string,
  { path, heading, intro, found, page, section, crumbs = [] }: Listing,
): Page | null {
  const slice = paged(found, page, site.perPage);
  if (slice === null) return null;
  const here = page === 1 ? path : `${path}?page=${page}`;
  const title = page === 1 ? heading : `${heading}, page ${page}`;
  const frame = {
    origin,
    path: here,
    title,
    modified: newestOf(found),
    ...(section === undefined ? {} : { section }),
  };
  return framed(frame, 'list', {
    heading,
    intro,
    crumbs,
    articles: slice.rows.map(teaser),
    pager: pagerOf(path, page, slice.pages),
  });
}

function teaser(article: Article): View {
  return {
    path: article.path,
    title: article.title,
    summary: article.summary,
    section: article.section,
    sectionName: sectionName(article.section),
    author: article.author,
    authorName: authorOf(article.author).name,
    published: article.published,
    publishedText: dateText(article.published),
    image: pictureOf(article.image.motif, article.slug),
  };
}

/** Four others: those that share most tags, newer ones first. */
function relatedTo(article: Article): Article[] {
  const shared = (other: Article): number => other.tags.filter((tag) => article.tags.includes(tag)).length;
  return articles
    .filter((other) => other !== article)
    .sort((a, b) => shared(b) - shared(a))
    .slice(0, 4);
}

function newsArticle(origin: string, article: Article, image: string): unknown {
  const author = authorOf(article.author);
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    mainEntityOfPage: `${origin}${article.path}`,
    headline: article.title,
    description: article.summary,
    articleSection: sectionName(article.section),
    keywords: article.tags,
    image: [`${origin}${image}`],
    datePublished: article.published,
    dateModified: article.modified ?? article.published,
    author: [{ '@type': 'Person', name: author.name, url: `${origin}/authors/${author.slug}/` }],
    publisher: { '@type': 'NewsMediaOrganization', name: site.name },
    articleBody: plainText(article.body),
  };
}

function inSection(slug: string): Article[] {
  return articles.filter((article) => article.section === slug);
}

function newestOf(list: readonly Article[]): string {
  const times = list.map((article) => Date.parse(article.modified ?? article.published));
  return new Date(Math.max(0, ...times)).toISOString();
}
