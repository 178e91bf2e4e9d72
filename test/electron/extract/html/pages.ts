/** Pages that no author would write, made from a seed: pieces of markup strung together, nested wrongly, cut off. */

/** Numbers below `end` from mulberry32, a small generator by Tommy Ettinger. */
export function numbers(seed: number): (end: number) => number {
  let state = seed >>> 0;
  return (end) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
}

const groups: readonly (readonly string[])[] = [
  'div p span section article ul ol li dl dt dd h1 h2 h3 blockquote address pre main nav figure center'.split(
    ' ',
  ),
  'a b i em strong font code nobr small u s big tt strike'.split(' '),
  'table tbody thead tfoot tr td th caption colgroup col'.split(' '),
  'select option optgroup input textarea button form label fieldset hr'.split(' '),
  'html head body title meta link base style script noscript template'.split(' '),
  'svg path g title desc foreignObject use lineargradient font image'.split(' '),
  'br img hr wbr input image area embed param source track'.split(' '),
  'iframe noembed noframes xmp object applet marquee ruby rb rt rp rtc listing'.split(' '),
  'my-element x ünï frame frameset math plaintext isindex bgsound keygen search dialog'.split(' '),
];

const texts = [
  'text',
  ' ',
  '\n',
  ' some words ',
  'a < b',
  'x &amp; y',
  '&nbsp;',
  '&copy',
  '&copyfoo',
  '&notit;',
  '&#65;',
  '&#x41',
  '&#128;',
  '&#0;',
  '&#xD800;',
  '&#x110000;',
  '&#;',
  '&#x;',
  '&',
  '&;',
  '&hearts;',
  '&unknown;',
  '&a=b',
  '\t\f',
  '\r\n',
  '\r',
  '&#10;',
  '&#13;',
  '\n\n',
  '<',
  '<3',
  '</',
  '</>',
  '</ x>',
  '<?xml version="1.0"?>',
  '<!x>',
  '<!>',
  ']]>',
  '&lt;b&gt;',
  '&euro;&lang;',
  '\ufeff',
  '𝒳',
  '\ud800',
  'ÄÖ',
  '&AMP;&amp',
  '&ltfoo',
  '&Ntilde',
  '&thorn;&thorn=',
];

const comments = [
  '<!---->',
  '<!-- c -->',
  '<!-->',
  '<!--->',
  '<!-- a --!>',
  '<!-- <!-- -->',
  '<!--a--b-->',
  '<!----!>',
  '<!-- x',
  '<![CDATA[ <b> ]]>',
  '<!-- <!--> x -->',
  '<!--a--->',
  '<!--[if IE]><p>x</p><![endif]-->',
  '<!---!>-->',
];

const doctypes = [
  '<!DOCTYPE html>',
  '<!doctype HTML>',
  '<!DOCTYPE html SYSTEM "about:legacy-compat">',
  '<!doctype>',
  '<!DOCTYPE x>',
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
  '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
  "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'>",
  '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">',
  '<!doctype html public>',
  '<!DOCTYPE html SYSTEM>',
  '<!DOCTYPE html [x]>',
  '<!DOCTYPE html PUBLIC "">',
  '<!DOCTYPE html SYSTEM "">',
  '<!doctypehtml>',
  '<!DOCTYPE html PUBLIC "a>b">',
];

const attributes = [
  'class="a b"',
  "id='x'",
  'href=/p?a=1&b=2',
  'title="&quot;q&quot; &copy=1 &copy;"',
  'disabled',
  'CLASS=up',
  'a="1" a="2"',
  'data-x="&ampx &amp=1 &lt;"',
  '=odd',
  'a=',
  'b=/',
  '/',
  'type=hidden',
  'type="HIDDEN"',
  'xlink:href="#a"',
  'viewbox="0 0"',
  'href="y"',
  'xml:lang=en',
  'xmlns="http://www.w3.org/2000/svg"',
  'xmlns:xlink=z',
  'color=red',
  '1=2',
  '__proto__=p',
  'a"b=c',
  "q='it\"s'",
  'w = " spaced "',
  'x\n=\ny',
  'é=ü',
  'onclick="a<b>c"',
  'constructor',
  'a=b/c',
  '<x',
  "''",
  'definitionurl=d',
  'preserveaspectratio=x',
  'title="a&#39;b&#x;&notin;&unknown;&gt"',
  'face=x',
];

const raws = [
  '<script>if (a < b) "</p>"; </script>',
  '<script><!-- x --></script>',
  '<script><!-- <script> </script> --></script>',
  '<style>a > b { }</style>',
  '<title>a &amp; <b> </title>',
  '<textarea>\n x </b></textarea >',
  '<noscript><p>no <b>js</noscript>',
  '<noscript>plain</noscript>',
  '<noscript><img src=x>&amp;<a href=y>z</a></noscript>',
  '<script>',
  '<title>',
  '<noscript>',
  '<noscript><table>x<td>y</noscript>',
  '<noscript><b><p></b>x</p></noscript>',
  '<SCRIPT></ScRiPt x=y>',
  '<style></style',
  '<iframe><p></iframe>',
  '<textarea>&lt;\n',
  '<pre>\n\nx',
  '<svg viewBox="0"><path d="m"/><title>t</title></svg>',
  '<noscript></div></noscript>',
  '<noscript><noscript>&lt;b></noscript>',
  '<svg><style>a<b></style></svg>',
  '<xmp><b></xmp>',
  '<template><td>x</td><tr></template>',
  '<template><div>',
  '<svg><foreignObject><div>x</svg>',
  '<script><!--</script>',
  '<script><!--<script/></script>x</script>',
  '<script><!--><script></script>',
  '<script><!--<script>--></script>',
  '<script><!--<SCRIPT ></script ></script>',
  '<script><!--<scripts></script>',
  '<noscript>a<noscript>b</noscript></noscript>',
  '<noscript><b><noscript><p>x</b>y</noscript>',
];

export function oddPage(seed: number): string {
  const below = numbers(seed);
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? '';
  // A page uses few kinds of tags, so that those which matter to each other meet.
  const kinds = Array.from(
    { length: 1 + below(4) },
    () => groups[below(groups.length - (below(3) === 0 ? 0 : 1))] ?? [],
  );
  const tame = below(3) > 0;
  const tag = (): string => {
    const name = pick(kinds[below(kinds.length)] ?? []);
    return below(12) === 0 ? name.toUpperCase() : name;
  };
  const startTag = (): string => {
    let markup = `<${tag()}`;
    for (let count = below(4) === 0 ? 1 + below(3) : 0; count > 0; count--) markup += ` ${pick(attributes)}`;
    return `${markup}${below(15) === 0 ? '/' : ''}>`;
  };
  const piece = (): string => {
    const kind = below(20);
    if (kind < 9) return startTag();
    if (kind < 14) return `</${tag()}${below(20) === 0 ? ' x=y' : ''}>`;
    if (kind < 17) return tame ? (texts[below(8)] ?? '') : pick(texts);
    if (kind === 17) return pick(comments.slice(0, tame ? 2 : comments.length));
    if (kind === 18) return pick(raws);
    return below(6) === 0 ? pick(doctypes) : '';
  };
  let page = below(4) > 0 ? pick(below(2) === 0 ? doctypes.slice(0, 1) : doctypes) : '';
  if (below(3) === 0) page += '<html><head></head><body>';
  for (let count = 1 + below(below(10) === 0 ? 80 : 24); count > 0; count--) page += piece();
  if (below(40) === 0) page += '\0';
  return below(6) === 0 ? page.slice(0, below(page.length)) : page;
}
