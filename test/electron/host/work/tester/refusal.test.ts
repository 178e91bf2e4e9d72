import { describe, expect, it } from 'vitest';
import { OpenPage } from '../../../../../electron/host/work/tester/open-page.ts';
import { readCallback } from '../../../../../electron/host/work/tester/parts.ts';
import { whyNone, whyRefused } from '../../../../../electron/host/work/tester/refusal.ts';
import { somePage } from '../../../extract/page-facts.ts';

const reading = (callback: object) => readCallback(JSON.stringify({ callbacks: { part: callback } }), 'part');
const refused = (kind: 'html' | 'xml' | 'json', text: string, callback: object) =>
  whyRefused(new OpenPage(text, { ...somePage, kind }), 'part', reading(callback));

const css = { extract: { a: { css: 'a' } } };
const noPath = 'The page is JSON, and part has no json_path for it, so nothing can be extracted.';

describe('a page that a crawl refuses', () => {
  it.each<[string, 'html' | 'xml' | 'json', string, object, string | null]>([
    ['HTML never', 'html', '', css, null],
    ['XML never as such', 'xml', '<a/>', css, null],
    ['JSON without a path for it', 'json', '{}', css, noPath],
    ['JSON with rows of it', 'json', '{}', { ...css, iterate: { selector: '$.a[*]' } }, null],
    ['JSON with rows of elements', 'json', '{}', { ...css, iterate: { selector: 'li' } }, noPath],
    ['JSON whose fields are not known yet', 'json', '{}', { extract: { a: { css: 'a[' } } }, null],
    [
      'JSON that cannot be read',
      'json',
      '{',
      css,
      'The page is not valid JSON: it ends too early (line 1, column 2), so nothing can be extracted.',
    ],
  ])('%s', (_what, kind, text, callback, reason) => {
    expect(refused(kind, text, callback)).toBe(reason);
  });

  it('is one of XML without a value', () => {
    expect(whyNone(new OpenPage('<a/>', { ...somePage, kind: 'xml' }), 'part', [])).toBe(
      'No field of part has a value on this XML page.',
    );
    expect(whyNone(new OpenPage('', somePage), 'part', [])).toBeNull();
  });
});
