/** What is used of a document of linkedom. */
export interface RivalNode {
  nodeType: number;
  localName?: string;
  data?: string;
  childNodes: Iterable<RivalNode>;
}
interface RivalDocument {
  documentElement: RivalNode | null;
  body: RivalNode;
  querySelector(selector: string): unknown;
}
type ParseHtml = (html: string) => { document: RivalDocument };

/**
 * The document of a page. linkedom adds no element that the markup leaves out, and a document without <html> has no body:
 * <html> and <body>, which HTML lets authors leave out, are put in.
 */
export function documentOf(html: string, parseHtml: ParseHtml): RivalDocument {
  const { document } = parseHtml(html);
  if (document.documentElement?.localName === 'html' && document.querySelector('html > body') !== null)
    return document;
  const bare = html.replaceAll(/<!doctype[^>]*>|<\/?(?:html|body)(?:\s[^>]*)?>/gi, '');
  const [, head = '', body = ''] = /^([^]*<\/head\s*>)?([^]*)$/i.exec(bare) ?? [];
  return parseHtml(wholePage(body, head)).document;
}

const blocks = new Set(
  (
    'address article aside blockquote br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
const unseen = new Set(['script', 'style', 'template', 'noscript']);

/**
 * The text of a rival's markup, a fragment, as a reader sees it: blocks are lines of their own, so that the last word of
 * one and the first of the next are two.
 */
export function textOf(markup: string, parseHtml: ParseHtml): string {
  let text = '';
  const walk = (node: RivalNode): void => {
    const { nodeType, localName = '', data = '' } = node;
    if (nodeType === 3) text += data;
    if (nodeType !== 1 || unseen.has(localName)) return;
    const edge = blocks.has(localName) ? '\n' : '';
    text += edge;
    for (const child of node.childNodes) walk(child);
    text += edge;
  };
  walk(parseHtml(wholePage(markup)).document.body);
  const lines = text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  return lines.filter(Boolean).join('\n');
}

function wholePage(body: string, head = ''): string {
  return `<!doctype html><html>${head}<body>${body}</body></html>`;
}
