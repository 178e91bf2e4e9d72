/** A page cut into what is code and what a reader sees: enough to tell what kind of page it is, without building its tree. */
export interface Markup {
  /** Tags with their attributes, and the contents of scripts. */
  code: string;
  /** Contents of scripts that stand in the page itself. */
  inline: string;
  /** What a reader sees, white space made single. */
  text: string;
  title: string;
  /** How many scripts and style sheets the page loads. */
  loads: number;
}

/** Elements whose contents are no text of the page. */
const silent = new Set(['script', 'style', 'noscript', 'template', 'svg', 'title']);

/** Cuts a page up in one pass, however broken it is. */
export function cutMarkup(html: string): Markup {
  const lower = html.toLowerCase();
  const code: string[] = [];
  const inline: string[] = [];
  const text: string[] = [];
  let title = '';
  let loads = 0;
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) {
      text.push(html.slice(at));
      break;
    }
    text.push(html.slice(at, open));
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      if (end === -1) break;
      at = end + 3;
      continue;
    }
    const close = html.indexOf('>', open);
    if (close === -1) break;
    const tag = html.slice(open, close + 1);
    code.push(tag);
    at = close + 1;
    const name = /^<([a-z][a-z0-9]*)/i.exec(tag)?.[1]?.toLowerCase() ?? '';
    if (/^<(?:script\b[^>]*\ssrc|link\b[^>]*(?:stylesheet|modulepreload))\b/i.test(tag)) loads += 1;
    if (!silent.has(name)) continue;
    const end = lower.indexOf(`</${name}`, at);
    const content = html.slice(at, end === -1 ? html.length : end);
    if (name === 'script') {
      code.push(content);
      inline.push(content);
    } else if (name === 'title' && title === '') title = content.replaceAll(/\s+/g, ' ').trim();
    if (end === -1) break;
    at = end;
  }
  const seen = text.join(' ').replaceAll(/\s+/g, ' ').trim();
  return { code: code.join('\n'), inline: inline.join('\n'), text: seen, title, loads };
}
