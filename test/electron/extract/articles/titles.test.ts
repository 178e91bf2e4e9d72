import { describe, expect, it } from 'vitest';
import { jsonLd, metadataOf, prose } from './page-of.ts';

const head = (inner: string, body = '') => `<head>${inner}</head><body>${body}${prose}</body>`;

describe('the title', () => {
  it.each([
    [
      'is the heading',
      head('<title>Bridge reopens | Example News</title>', '<h1>Bridge reopens</h1>'),
      'Bridge reopens',
    ],
    [
      'is the heading of an article also where machines are told another',
      head(
        '<meta property="og:type" content="article"><meta property="og:title" content="You will not believe this bridge">',
        '<h1>The harbour bridge is open again</h1>',
      ),
      'The harbour bridge is open again',
    ],
    [
      'is no slogan of a front page',
      head(
        '<title>Accounting for small firms | Ledgerly</title><meta property="og:site_name" content="Ledgerly">',
        '<h1>Sleep well again.</h1>',
      ),
      'Accounting for small firms',
    ],
    [
      'is the h1 that agrees with what the page calls itself',
      head(
        '<title>Low tide tables for May - Harbour Office</title>',
        '<h1>Harbour Office</h1><h1>Low tide tables for May</h1>',
      ),
      'Low tide tables for May',
    ],
    [
      'is not the name of the site in an h1',
      head(
        '<title>Low tide tables for May - Harbour Office</title><meta property="og:site_name" content="Harbour Office">',
        '<h1>Harbour Office</h1>',
      ),
      'Low tide tables for May',
    ],
    [
      'is found among dialogs and menus',
      head(
        '<title>Low tide tables for May</title>',
        '<div class="modal"><h1>Newsletter</h1></div><h1>Low tide tables for May</h1>',
      ),
      'Low tide tables for May',
    ],
    [
      'leaves the kicker out that stands in an element of its own',
      head(
        '<meta property="og:title" content="Harbour bridge open again">',
        '<h1><span>Traffic</span> <span>Harbour bridge open again</span></h1>',
      ),
      'Harbour bridge open again',
    ],
    [
      'leaves buttons out of the heading',
      head('<title>Module tide</title>', '<h1>Module tide <button>Copy item path</button></h1>'),
      'Module tide',
    ],
    [
      'is JSON-LD’s headline without headings',
      head(jsonLd({ '@type': 'Article', headline: 'Bridge &amp; harbour' })),
      'Bridge & harbour',
    ],
    ['is the document’s at last', head('<title>A page about tides</title>'), 'A page about tides'],
    ['is none on an empty page', '', null],
  ])('%s', (_name, html, title) => {
    expect(metadataOf(html, 'https://harbour-office.example/pages/17').title).toBe(title);
  });

  it.each([
    ['Bridge reopens after years | The Example Post', 'The Example Post', 'Bridge reopens after years'],
    ['The Example Post - Bridge reopens after years', 'The Example Post', 'Bridge reopens after years'],
    [
      'Bridge reopens after years - Politics - The Example Post',
      'The Example Post',
      'Bridge reopens after years',
    ],
    [
      'Bridge reopens — and nobody came to see it happen',
      'The Example Post',
      'Bridge reopens — and nobody came to see it happen',
    ],
    ['Bridge reopens after years – Examplepost.com', null, 'Bridge reopens after years'],
    ['Ten tips - for small boats', null, 'Ten tips - for small boats'],
    ['武汉的声音：有英勇的你-新华网', null, '武汉的声音：有英勇的你'],
  ])('%s is written without the site’s name', (document, site, title) => {
    const name = site === null ? '' : `<meta property="og:site_name" content="${site}">`;
    expect(metadataOf(head(`<title>${document}</title>${name}`), 'https://www.examplepost.com/x').title).toBe(
      title,
    );
  });
});
