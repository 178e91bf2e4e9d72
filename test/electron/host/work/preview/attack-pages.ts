/** A page that wants a browser to run, fetch or go to something. */
export interface PreviewAttack {
  readonly name: string;
  /** The page; `at` gives the address to reach, by what it is to be known by. */
  readonly html: (at: (what: string) => string) => string;
  /** Whether a browser that is shown the page as it is reaches the address. */
  readonly reaches: boolean;
}

type Html = PreviewAttack['html'];

const attack = (name: string, html: Html, reaches = true): PreviewAttack => ({ name, html, reaches });

/** What ends a style early, and then goes away. */
const refresh = (at: (what: string) => string): string =>
  `<meta http-equiv="refresh" content="0;url=${at('refresh')}"><img src="${at('picture')}">`;

/** The same as text, so that it is text in the tree of the page; read as raw text it would be markup. */
const asText = (at: (what: string) => string): string =>
  `&lt;/style&gt;${refresh(at).replaceAll('<', '&lt;').replaceAll('>', '&gt;')}`;

const deep = (levels: number, inner: string): string => '<div>'.repeat(levels) + inner;

/** Text in one reading, markup in another: none does anything in the page itself. */
const mutations: readonly PreviewAttack[] = [
  attack('a style of MathML', (at) => `<math><style>${asText(at)}</style></math>`, false),
  attack('a style of SVG', (at) => `<svg><style>${asText(at)}</style></svg>`, false),
  attack(
    'a style in a text of MathML',
    (at) => `<math><mtext><style>x ${asText(at)}</style></mtext></math>`,
    false,
  ),
  attack('a style deep below', (at) => deep(450, `<style><b ${refresh(at)}</style>`), false),
  attack('a style that is markup, deep below', (at) => deep(405, `<style>${refresh(at)}</style>`), false),
  attack('a style deeper than browsers nest', (at) => deep(600, `<style>${refresh(at)}</style>`), false),
  attack('a title deep below', (at) => deep(450, `<svg><title><style>${refresh(at)}</style>`), false),
  attack('a text area deep below', (at) => deep(450, `<textarea>${refresh(at)}</textarea>`), false),
  attack(
    'a style in a title of SVG',
    (at) => `<svg><title><style>${refresh(at)}</style></title></svg>`,
    false,
  ),
  attack(
    'a style in a description of SVG',
    (at) => `<svg><desc><style>${refresh(at)}</style></desc></svg>`,
    false,
  ),
  attack('CDATA of SVG', (at) => `<svg><![CDATA[</style>${refresh(at)}]]></svg>`, false),
  attack(
    'CDATA in a style of SVG',
    (at) => `<svg><style><![CDATA[</style>${refresh(at)}]]></style></svg>`,
    false,
  ),
  attack(
    'an annotation of MathML',
    (at) => `<math><annotation-xml encoding="text/html"><style>${asText(at)}</style></annotation-xml></math>`,
    false,
  ),
  attack(
    'an annotation that is none',
    (at) => `<math><annotation-xml><style>${asText(at)}</style></annotation-xml></math>`,
    false,
  ),
  attack(
    'forms inside one another',
    (at) => `<form><math><mtext></form><form><mglyph><style></math>${refresh(at)}`,
    false,
  ),
  attack(
    'a table that puts things before itself',
    (at) => `<math><mtext><table><mglyph><style><!--</style>${asText(at)}`,
    false,
  ),
  attack(
    'a text that leaves its table',
    (at) => `<table><style>x</style><svg><style>${asText(at)}</style></svg><td>y</table>`,
    false,
  ),
  attack(
    'an image with markup in its title',
    (at) => `<svg></p><style><a id="</style>${refresh(at).replaceAll('"', "'")}">`,
    false,
  ),
  attack('a comment that ends otherwise', (at) => `<svg><!-- --!><!--</svg>${refresh(at)}--></svg>`, false),
  attack(
    'a comment in a comment',
    (at) =>
      `<!--><!-- ${refresh(at)} --><style><!--</style><p title="-->${refresh(at).replaceAll('"', "'")}">`,
    false,
  ),
  attack(
    'a text without scripts',
    (at) => `<noscript><p title="</noscript>${refresh(at).replaceAll('"', "'")}"></noscript>`,
    false,
  ),
  attack(
    'text for old browsers',
    (at) => `<noembed>${refresh(at)}</noembed><noframes>${refresh(at)}</noframes>`,
    false,
  ),
  attack('text as it stands', (at) => `<xmp>${refresh(at)}</xmp>`, false),
  attack('text without an end', (at) => `<plaintext>${refresh(at)}`, false),
  attack('a text area', (at) => `<textarea>${refresh(at)}</textarea>`, false),
  attack('a title', (at) => `<title>${refresh(at)}</title>`, false),
  attack('a frame with text', (at) => `<iframe>${refresh(at)}</iframe>`, false),
  attack('a template', (at) => `<template><style>${asText(at)}</style>${refresh(at)}</template>`, false),
  attack('a template in SVG', (at) => `<svg><template><style>${asText(at)}</style></template></svg>`, false),
  attack(
    'a choice',
    (at) => `<select><option><style>${asText(at)}</style><svg><style>${asText(at)}</style></svg></select>`,
    false,
  ),
  attack(
    'a style in a choice',
    (at) => `<select><style>a::after{content:"<img src=${at('picture')}>"}</style></select>`,
    false,
  ),
  attack(
    'a name that ends its tag',
    (at) => `<x<style><img src=${at('picture')}>`.replace('<img', '</x><b title="<img'),
    false,
  ),
  attack(
    'a link of SVG that is a style sheet',
    (at) => `<svg><link rel="stylesheet" href="${at('sheet')}"></svg>`,
    false,
  ),
  attack(
    'a sign of a tag in a string',
    (at) => `<style>a::after{content:"</sty" "le>${refresh(at).replaceAll('"', "'")}"}</style>`,
    false,
  ),
];

/** Elements that go somewhere or fetch something by themselves. */
const reaching: readonly PreviewAttack[] = [
  attack('a refresh', refresh),
  attack('a refresh in SVG', (at) => `<svg><desc>${refresh(at)}</desc></svg>`),
  attack('a base', (at) => `<base href="${at('base')}"><img src="x">`),
  attack('a style sheet', (at) => `<link rel="stylesheet" href="${at('sheet')}">`),
  attack('a preload', (at) => `<link rel="preload" as="image" href="${at('preload')}">`),
  attack('a module to come', (at) => `<link rel="modulepreload" href="${at('module')}">`),
  attack('a prefetch', (at) => `<link rel="prefetch" href="${at('prefetch')}">`),
  // A Chromium without a window does neither.
  attack('a connection to come', (at) => `<link rel="preconnect" href="${at('preconnect')}">`, false),
  attack('a name to come', (at) => `<link rel="dns-prefetch" href="${at('dns-prefetch')}">`, false),
  attack('an icon', (at) => `<link rel="icon" href="${at('icon')}">`, false),
  attack('a manifest', (at) => `<link rel="manifest" href="${at('manifest')}">`, false),
  attack(
    'rules of speculation',
    (at) =>
      `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${at('speculation')}"]}]}</script>`,
    false,
  ),
  attack('a frame', (at) => `<iframe src="${at('frame')}"></iframe>`),
  attack('a frame with a document', (at) => `<iframe srcdoc="<img src='${at('frame')}'>"></iframe>`),
  attack('an object', (at) => `<object data="${at('object')}"></object>`),
  attack('an embedded file', (at) => `<embed src="${at('embed')}">`),
  attack('a frame set', (at) => `</head><frameset><frame src="${at('frame')}"></frameset>`),
  attack('a picture', (at) => `<img src="${at('picture')}">`),
  attack(
    'one of several pictures',
    (at) => `<img srcset="${at('picture')} 1x"><picture><source srcset="${at('source')}"><img></picture>`,
  ),
  attack('a field that is a picture', (at) => `<input type="image" src="${at('field')}">`),
  attack('a film', (at) => `<video src="${at('film')}" autoplay muted></video>`),
  attack('the picture of a film', (at) => `<video poster="${at('poster')}"></video>`),
  attack('a sound', (at) => `<audio autoplay><source src="${at('sound')}"></audio>`),
  attack('subtitles', (at) => `<video><track default src="${at('track')}"></video>`, false),
  attack('a background', (at) => `<table background="${at('background')}"><td>x</table>`),
  attack('the background of a body', (at) => `<body background="${at('background')}">`),
  attack('an image of SVG', (at) => `<svg><image href="${at('image')}" width="9" height="9"/></svg>`),
  attack(
    'an image of SVG by its old name',
    (at) => `<svg><image xlink:href="${at('image')}" width="9" height="9"/></svg>`,
  ),
  attack('a use of SVG', (at) => `<svg><use href="${at('use')}#a"/></svg>`, false),
  attack(
    'a filter of SVG',
    (at) =>
      `<svg><filter id="f"><feImage href="${at('filter')}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
  ),
  attack(
    'a paint of SVG',
    (at) =>
      `<svg><rect width="9" height="9" fill="url(${at('fill')}#f)" filter="url(${at('filter')}#f)" mask="url(${at('mask')}#m)" clip-path="url('${at('clip')}#c')" cursor="url(${at('cursor')}),auto"/></svg>`,
  ),
  attack(
    'an animated address',
    (at) =>
      `<svg><image width="9" height="9"><set attributeName="href" to="${at('set')}"/><animate attributeName="href" values="${at('animate')}" dur="1s"/></image></svg>`,
  ),
  attack('a script', (at) => `<script src="${at('script')}"></script>`),
  attack('a script of SVG', (at) => `<svg><script href="${at('script')}"></script></svg>`),
  attack(
    'an event',
    (at) =>
      `<img src="data:," onerror="new Image().src='${at('event')}'"><svg onload="new Image().src='${at('event')}'">`,
  ),
  attack('a background of a style', (at) => `<p style="background:url(${at('style')})">x`),
  attack(
    'a style with addresses',
    (at) =>
      `<style>@import "${at('import')}";@import url(${at('url')}) print;p{background:image-set("${at('set')}" 1x)}@font-face{font-family:f;src:url(${at('font')})}p{font-family:f;cursor:url(${at('cursor')}),auto;filter:url(${at('filter')}#a);list-style:u\\72l(${at('escaped')})}</style><p>x`,
  ),
  attack(
    'a style of SVG with addresses',
    (at) =>
      `<svg><style>@import "${at('import')}";@namespace url(${at('namespace')});rect{mask:url(${at('mask')}#m)}</style><rect width="9" height="9"/></svg>`,
  ),
  attack(
    'a root in a shadow',
    (at) => `<div><template shadowrootmode="open"><img src="${at('shadow')}"></template></div>`,
  ),
];

/** Elements that go somewhere when a person clicks them, and one that it is done with. */
const inviting: readonly PreviewAttack[] = [
  attack('a link', (at) => `<a data-click href="${at('link')}" target="_self" ping="${at('ping')}">x</a>`),
  attack(
    'a link for the whole window',
    (at) => `<a data-click href="${at('link')}" target="_top">x</a>`,
    false,
  ),
  attack('a link of SVG', (at) => `<svg><a data-click href="${at('link')}"><text y="20">x</text></a></svg>`),
  attack(
    'a link of MathML',
    (at) => `<math><mrow data-click href="${at('link')}"><mi>x</mi></mrow></math>`,
    false,
  ),
  attack(
    'an area',
    (at) =>
      `<map name="m"><area data-click href="${at('area')}" coords="0,0,9,9"></map><img usemap="#m" width="9" height="9">`,
    false,
  ),
  attack('a form', (at) => `<form action="${at('form')}"><button data-click>x</button></form>`),
  attack(
    'a button of a form elsewhere',
    (at) => `<form id="f"></form><button data-click form="f" formaction="${at('form')}">x</button>`,
  ),
  attack(
    'a field that sends',
    (at) => `<form action="${at('form')}"><input data-click type="image" alt="x"></form>`,
  ),
];

export const previewAttacks: readonly PreviewAttack[] = [...mutations, ...reaching, ...inviting];
