import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { parseArgs } from 'node:util';

/**
 * The site that the bench crawls: articles of 38 to 69 KB with about 95 links each, all to other pages of the site but
 * for a few, the same for the same seed. Run as a program it serves them on loopback from memory, prints its address
 * as one line of JSON, and ends when its standard input does.
 */

/**
 * The sites of the bench: `large` has pages of about 54 KB, `small` of about 21 KB, `light` of about 13 KB, `heavy` of about 500 KB;
 * `slow` is `large`, each answer 100 ms late.
 */
export const siteKinds = ['large', 'small', 'slow', 'light', 'heavy'] as const;
export type SiteKind = (typeof siteKinds)[number];

interface PageSize {
  /** Characters at least, and what two random numbers below `spread` add. */
  least: number;
  spread: readonly number[];
  /** Links beside the text, and at least so many in it. */
  related: number;
  inText: number;
}

const large: PageSize = { least: 38_500, spread: [15_000, 15_000], related: 32, inText: 20 };
const sizes: Record<SiteKind, PageSize> = {
  large,
  slow: large,
  small: { least: 18_000, spread: [6000], related: 14, inText: 20 },
  light: { least: 8000, spread: [4000], related: 8, inText: 2 },
  heavy: { least: 450_000, spread: [50_000, 50_000], related: 32, inText: 20 },
};

/** Pages that are made before the first is asked for, at most. */
const maxReadyPages = 10_000;

/** How late each answer of the slow site is, in milliseconds. */
const slowness = 100;

/** The pages of a site, page 0 first: `/a/0/…` is where a crawl begins and leads to all others. */
export function generateSite(pages: number, seed: number, kind: SiteKind = 'large'): Map<string, string> {
  return new Map(sitePages(pages, seed, kind));
}

/** The same, path and markup of one page at a time. */
export function* sitePages(pages: number, seed: number, kind: SiteKind): Generator<[string, string]> {
  const { paths, render } = planSite(pages, seed, kind);
  for (const [index, path] of paths.entries()) yield [path, render(index)];
}

function planSite(pages: number, seed: number, kind: SiteKind) {
  const titles = Array.from({ length: pages }, (_, index) => titleOf(index, seed));
  const paths = titles.map((title, index) => `/a/${index}/${title.toLowerCase().replaceAll(' ', '-')}`);
  const render = (index: number): string =>
    pageOf({ index, path: paths[index] ?? '', titles, paths, seed, kind });
  return { paths, render };
}

const syllables =
  'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo za bren cor dal fen gil hur'.split(' ');
const sections =
  'World Nation City Money Work Science Health Travel Food Books Music Film Stage Sport Garden Style Letters Games'.split(
    ' ',
  );

interface Writer {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  word(): string;
  words(count: number): string;
}

/** Numbers from mulberry32, a small generator by Tommy Ettinger, and words made with them. */
function writer(seed: number): Writer {
  let state = seed >>> 0;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  const word = (): string =>
    Array.from({ length: 1 + below(3) }, () => syllables[below(syllables.length)] ?? '').join('');
  return { below, word, words: (count) => Array.from({ length: count }, word).join(' ') };
}

function titleOf(index: number, seed: number): string {
  const words = writer(seed * 7919 + index).words(6);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface Place {
  index: number;
  path: string;
  titles: readonly string[];
  paths: readonly string[];
  seed: number;
  kind: SiteKind;
}

function pageOf({ index, path, titles, paths, seed, kind }: Place): string {
  const from = writer(seed * 104_729 + index * 31 + 1);
  const title = titles[index] ?? '';
  const author = `${capital(from.word())} ${capital(from.word())}&eacute; O&#8217;${capital(from.word())}`;
  const date = new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString();
  const price = `${1 + from.below(900)}.${String(from.below(100)).padStart(2, '0')}`;
  const description = `${from.words(14)} &amp; ${from.words(4)} &quot;${from.words(2)}&quot;.`;
  const link = (target: number, text: string, fragment = ''): string =>
    `<a href="${paths[target % paths.length] ?? '/'}${fragment}" title="${text}">${text}</a>`;
  const some = (): number => from.below(paths.length);

  const nav = sections.map((name, number) => `<li class="nav-item">${link(number, name)}</li>`);
  // The first three make sure that every page is found: the next one, and two children as in a heap.
  const related = [
    index + 1,
    2 * index + 1,
    2 * index + 2,
    ...Array.from({ length: sizes[kind].related - 3 }, some),
  ].map(
    (target) =>
      `<li><figure class="thumb"><img src="/i/${target}.jpg" width="120" height="80" alt=""></figure>${link(target, titles[target % titles.length] ?? '')}<span class="meta">${from.words(9)}</span></li>`,
  );
  const tags = Array.from(
    { length: 5 },
    () => `<li><a rel="tag" href="${paths[some()] ?? '/'}">${from.word()}</a></li>`,
  );
  const footer = [
    ...Array.from({ length: 12 }, () => link(some(), from.words(2))),
    ...Array.from(
      { length: 5 },
      () =>
        `<a rel="nofollow noopener" href="https://${from.word()}.invalid/${from.word()}?from=${index}">${from.words(2)}</a>`,
    ),
    `<a href="mailto:${from.word()}@example.invalid">Write</a>`,
    '<a href="javascript:void(0)">Back</a>',
  ];
  const head = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title} &mdash; The Bench</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="${description}">
<meta property="og:title" content="${title}"><meta property="og:type" content="article"><link rel="canonical" href="${path}">
<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'NewsArticle', headline: title, datePublished: date, description: from.words(30) })}</script>
<style>${styles(from)}</style><script>${script(from)}</script></head>
<body class="article page-${index}"><!-- generated ${index} -->
<header id="top"><nav class="main"><ul>${nav.join('\n')}</ul></nav></header>
<main><article><h1 class="headline">${title} &amp; more</h1>
<p class="byline">By <a class="author" href="${paths[some()] ?? '/'}">${author}</a> on <time datetime="${date}">${date.slice(0, 10)}</time></p>
<p class="offer">Now for <span class="price">${price}</span> only</p>
<div class="body">
`;
  const tail = `</div><ul class="tags">${tags.join('')}</ul></article>
<aside class="related"><ul>
${related.join('\n')}
</ul></aside></main>
<footer class="site"><p>${footer.join(' | ')}</p><!-- end of ${index} --></footer></body></html>
`;
  const { least, spread, inText } = sizes[kind];
  const size = spread.reduce((total, end) => total + from.below(end), least);
  return head + bodyOf(from, { size: size - head.length - tail.length, inText }, { link, some }) + tail;
}

/** Paragraphs, headings, tables, lists and comments up to a size, with some links spread over them. */
function bodyOf(
  from: Writer,
  { size, inText: most }: { size: number; inText: number },
  { link, some }: { link: (target: number, text: string, fragment?: string) => string; some: () => number },
): string {
  let out = '';
  let links = 0;
  for (let block = 0; out.length < size || links < most; block += 1) {
    const sentence = `${capital(from.words(12 + from.below(20)))}&nbsp;&ndash; ${from.words(8)}, <em>${from.words(3)}</em>.`;
    const inText = links < most ? ` ${link(some(), from.words(3), `#part-${links}`)} ${from.words(5)}.` : '';
    if (inText !== '') links += 1;
    out += `<p>${sentence} ${from.words(45)}, caf&eacute;${inText} ${from.words(30)} &lt;${from.word()}&gt;</p>\n`;
    if (block % 4 === 2) out += `<h2 id="part-${block}">${capital(from.words(5))}</h2>\n`;
    if (block % 9 === 5) out += table(from);
    if (block % 7 === 3)
      out += `<!-- ${from.words(12)} -->\n<ul>${`<li><span>${from.words(6)}</span></li>`.repeat(4)}</ul>\n`;
  }
  return out;
}

function table(from: Writer): string {
  const row = (): string =>
    `<tr><td>${from.word()}</td><td class="n">${from.below(1000)}</td><td><b>${from.word()}</b></td></tr>`;
  const rows = Array.from({ length: 8 }, row);
  return `<table class="data"><tr><th>Name<th>Count<th>Note</tr>${rows.join('\n')}</table>\n`;
}

function styles(from: Writer): string {
  const rule = (): string =>
    `.${from.word()} > .${from.word()} { margin: ${from.below(40)}px; color: #${from.below(999)}; }`;
  return Array.from({ length: 40 }, rule).join('\n');
}

function script(from: Writer): string {
  const line = (): string =>
    `if (window.${from.word()} < ${from.below(99)}) { track("${from.word()}", "<b>${from.word()}</b>"); }`;
  return Array.from({ length: 30 }, line).join('\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function serve(pages: number, seed: number, kind: SiteKind): void {
  const { paths, render } = planSite(pages, seed, kind);
  const numbers = new Map(paths.map((path, index) => [path, index]));
  const zip = (index: number): Buffer => gzipSync(render(index), { level: 4 });
  // A larger site would not fit into memory: its pages are made when they are asked for.
  const ready = pages <= maxReadyPages ? paths.map((_, index) => zip(index)) : null;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const accepts = (request.headers['accept-encoding'] ?? '').includes('gzip');
    const index = numbers.get(path);
    if (index === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
      return;
    }
    const body = accepts ? (ready?.[index] ?? zip(index)) : render(index);
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...(accepts ? { 'content-encoding': 'gzip' } : {}),
    });
    if (kind === 'slow') setTimeout(() => response.end(body), slowness);
    else response.end(body);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = address === null || typeof address === 'string' ? 0 : address.port;
    const [start = '/'] = paths;
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}${start}` })}\n`);
  });
  process.stdin.resume().on('end', () => process.exit(0));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { pages: { type: 'string' }, seed: { type: 'string' }, kind: { type: 'string' } },
  });
  const kind = siteKinds.find((name) => name === values.kind) ?? 'large';
  serve(Number(values.pages ?? 2000), Number(values.seed ?? 1), kind);
}
