import { describe, expect, it } from 'vitest';
import { parsePage } from '../../../electron/extract/tree.ts';
import { contextOf } from './page-facts.ts';

const of = (html: string, url: string | null = 'https://example.org/a/b?c') =>
  contextOf(parsePage(html), { url });

describe('the base of a page', () => {
  it.each<[html: string, url: string | null, base: string | null]>([
    ['<p>x</p>', 'https://example.org/a/b?c', 'https://example.org/a/b?c'],
    ['<p>x</p>', null, null],
    ['<base href="/shop/">', 'https://example.org/a/b', 'https://example.org/shop/'],
    ['<base href=" //cdn.example.net/x/ ">', 'https://example.org/', 'https://cdn.example.net/x/'],
    ['<base target=_top><base href="/one/"><base href="/two/">', 'https://e.org/', 'https://e.org/one/'],
    ['<base href="http://[">', 'https://example.org/a', 'https://example.org/a'],
    ['<base href="https://example.org/known/">', null, 'https://example.org/known/'],
    ['<base href="/shop/">', null, null],
  ])('%s of %s is %s', (html, url, base) => {
    expect(of(html, url).base).toBe(base);
  });

  it('is the URL of a page without elements', () => {
    expect(contextOf(undefined, { url: 'https://example.org/data.json' }).base).toBe(
      'https://example.org/data.json',
    );
  });
});

describe('the language of a page', () => {
  it.each<[html: string, language: string | null]>([
    ['<html lang="de-AT">', 'de-at'],
    ['<html lang="">', null],
    ['<html xml:lang="fr">', 'fr'],
    ['<meta http-equiv="Content-Language" content="es">', 'es'],
    ['<meta property="og:locale" content="pt_BR">', 'pt-br'],
    ['<html lang="it"><meta property="og:locale" content="en_US">', 'it'],
    ['<p>x</p>', null],
  ])('of %s is %s', (html, language) => {
    expect(of(html).language).toBe(language);
  });

  it('is unknown for a page without elements', () => {
    expect(contextOf().language).toBeNull();
  });
});
