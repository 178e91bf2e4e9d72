import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { describe, expect, it } from 'vitest';
import { parsePage } from '../../../../../electron/extract/tree.ts';
import { elementsBelow } from '../../../../../electron/extract/walk.ts';
import { renderPage } from '../../../../../electron/host/work/preview/render.ts';
import { styleMarkup } from '../../../../../electron/host/work/preview/style-text.ts';
import { seeds } from '../../../../scale.ts';
import { previewAttacks } from './attack-pages.ts';
import { numbers, oddPage } from '../../../extract/html/pages.ts';

const script = '/*outliner*/';

/** A page as it is written for a preview, without what stands before every one. */
function written(html: string): string {
  const { document } = parsePage(html);
  const { html: text } = renderPage(document, elementsBelow(document), { script });
  const doctype = text.startsWith('<!doctype html>') ? '<!doctype html>' : '';
  return doctype + text.slice(text.indexOf('</style>') + '</style>'.length);
}

type Node = DefaultTreeAdapterMap['node'];

function* elementsOf(node: Node): Generator<DefaultTreeAdapterMap['element']> {
  if ('tagName' in node) yield node;
  if ('content' in node) yield* elementsOf(node.content);
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child);
}

const forbiddenElements = new Set(
  `script meta link base iframe frame frameset object embed applet form template param track noscript noembed noframes xmp
  plaintext portal fencedframe dialog annotation-xml foreignObject image use feImage animate animateMotion animateTransform
  set mpath handler listener mglyph font-face-uri bgsound`.split(/\s+/),
);

/** What a browser could run, load or go to in a text, read as with scripts and as without. */
function dangers(text: string): string[] {
  const found: string[] = [];
  for (const scriptingEnabled of [true, false]) {
    for (const { tagName, attrs } of elementsOf(parse(text, { scriptingEnabled }))) {
      if (forbiddenElements.has(tagName)) found.push(tagName);
      for (const { name, prefix, value } of attrs) {
        const isPicture = tagName === 'img' && name === 'src' && /^data:image\/(?!svg)/.test(value);
        const isNowhere = name === 'href' && value === '#';
        if (isPicture || isNowhere || prefix === 'xmlns') continue;
        if (
          /^on|^(?:src|href|srcset|srcdoc|data|action|formaction|ping|poster|background|target|http-equiv|is|name|form|manifest|nonce|autofocus|autoplay|usemap|slot|shadowrootmode|attributename)$/i.test(
            name,
          )
        )
          found.push(`${tagName} ${name}`);
        // In these it is a text, or guarded by the policy.
        if (/^(?:title|values|style)$/.test(name)) continue;
        if (/https?:\/\//.test(value)) found.push(`${tagName} ${name} with an address`);
      }
    }
  }
  return found;
}

/** Every place where a tag could begin, in whatever state a browser reads it, that is none of a whole and plain tag. */
const openings = (text: string): string[] =>
  [
    ...text.matchAll(
      /<(?=[a-z/!?])(?!\/[a-z][\w.-]*>|[a-z][\w.-]*(?: [\w.-]+="[^"<>]*")*>|!doctype html>).{0,40}/gis,
    ),
  ].map(([found]) => found);

/** Without the marks of the preview: they are not taken from a page. */
const unmarked = (text: string): string => text.replaceAll(/ data-spider-studio-[a-z]+="[^"]*"/g, '');

describe('a page that attacks its preview', () => {
  const at = (what: string) => `http://${what}.example/`;

  it.each(previewAttacks.map((attack) => [attack.name, attack] as const))(
    'leaves nothing to run, load or go to: %s',
    (_, { html }) => {
      for (const page of [html(at), `<!doctype html><body><p>x</p>${html(at)}<p>y`, `<svg>${html(at)}`]) {
        const text = written(page);
        expect(dangers(text)).toEqual([]);
        expect(openings(text)).toEqual([]);
      }
    },
  );

  const pieces = (
    'p div a b table tr td tbody caption svg math style title desc foreignObject mtext mi annotation-xml template noscript ' +
    'noembed noframes xmp plaintext textarea select option form iframe script button h1 li ul nobr font pre listing frameset ' +
    'body html head colgroup mglyph malignmark img image input link meta base object applet marquee dd ruby rt br use a-b'
  ).split(' ');
  const texts = [
    'x',
    '\n',
    '<!--',
    '-->',
    '--!>',
    '<![CDATA[',
    ']]>',
    '</style><img src=http://x.example/ onerror=alert(1)>',
    '&lt;/style&gt;&lt;meta http-equiv=refresh content=0&gt;',
    `<a title="</style><img src=http://x.example/>" href="javascript:x">`,
    `<p title="--><meta http-equiv=refresh content='0;url=http://x.example/'>">`,
    '</p>',
    '</br>',
    '"<b',
    "'</",
    '/*',
    'url(<i>',
  ];

  /** Pieces of markup strung together, many of which are read otherwise than they were written. */
  function hostilePage(seed: number): string {
    const below = numbers(seed);
    const pick = (list: readonly string[]): string => list[below(list.length)] ?? '';
    const kind = below(40);
    const piece = (): string => {
      const which = below(10);
      if (which < 6) return `<${pick(pieces)}>`;
      return which < 8 ? `</${pick(pieces)}>` : pick(texts);
    };
    const page = Array.from({ length: 3 + below(16) }, piece).join('');
    return kind === 0 ? '<div>'.repeat(380 + below(200)) + page : page;
  }

  it('leaves nothing however its markup is put together, and what is left stays as it is', () => {
    for (let seed = 0; seed < seeds; seed += 1) {
      const page = seed % 3 === 0 ? oddPage(seed) : hostilePage(seed);
      let last = written(page);
      expect(openings(last), page).toEqual([]);
      // A browser moves what stands where it cannot (a table in a paragraph), at times more than once; then nothing changes any more.
      let rounds = 0;
      for (let markup = ''; unmarked(last) !== markup; rounds += 1) {
        expect(dangers(last), page).toEqual([]);
        markup = unmarked(last);
        last = written(markup);
      }
      expect(rounds, page).toBeLessThan(6);
    }
  });
});

describe('a style sheet in a preview', () => {
  it.each([
    ['p > a { color: red }', 'p > a { color: red }'],
    ['<!-- p { color: red } -->', '  p { color: red } -->'],
    ['@media (400px<width<=900px) { }', '@media (400px< width<=900px) { }'],
    ['@media (width < 900px) { }', '@media (width < 900px) { }'],
    ['a::after { content: "</style>" }', 'a::after { content: "\\3c /style>" }'],
    [`a::after { content: 'it\\'s <b>' }`, `a::after { content: 'it\\'s \\3c b>' }`],
    [
      'p { background: url(data:image/svg+xml,<svg>) }',
      'p { background: url(data:image/svg+xml,\\3c svg>) }',
    ],
    ['p { background: url( "data:,<svg>" ) }', 'p { background: url( "data:,\\3c svg>" ) }'],
    ['@property --a { syntax: "<length>" }', '@property --a { syntax: "\\3c length>" }'],
    ['/* <b> "*/ p < a', '/* \\3c b> "*/ p < a'],
    ['"never ends <b\np <a', '"never ends \\3c b\np < a'],
    ['/* <b', '/* \\3c b'],
  ])('says the same without a sign that begins a tag: %s', (css, markup) => {
    expect(styleMarkup(css)).toBe(markup);
  });

  it('is read in time that grows with its length', () => {
    for (const part of ['"', "'", '/*', 'url(', 'url( ', '<', '<!--', '\\', '"\\', '<!', ' '])
      expect(styleMarkup(part.repeat(1_000_000 / part.length)).length).toBeGreaterThan(0);
  });
});
