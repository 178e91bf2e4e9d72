/** An `@import` of a style sheet. Conditions are source text; null: none. */
export interface CssImport {
  url: string;
  /** Name of its layer; empty: an anonymous layer. */
  layer: string | null;
  supports: string | null;
  media: string | null;
}

/** Imports of a style sheet, and the sheet without them. */
export interface SheetParts {
  imports: CssImport[];
  rest: string;
}

/** Maximum characters of one statement; longer ones are ignored. */
const longestStatement = 8000;

/**
 * Reads the imports of a style sheet. Only `@charset`, `@layer` statements and comments may precede them (CSS Cascading and
 * Inheritance Level 5, "Importing Style Sheets"). Linear time. Never throws.
 */
export function readImports(css: string): SheetParts {
  const imports: CssImport[] = [];
  let kept = '';
  let at = 0;
  for (;;) {
    at = afterBlank(css, at);
    const name = /^@(charset|import|layer)(?![\w-])/i.exec(css.slice(at, at + 20))?.[1]?.toLowerCase();
    const end = name === undefined ? null : statementEnd(css, at);
    if (name === undefined || end === null) break;
    const statement = css.slice(at, end);
    if (name === 'import') imports.push(...readImport(statement.slice('@import'.length)));
    if (name === 'layer') kept += `${statement};`;
    at = end + 1;
  }
  return { imports, rest: kept + css.slice(at) };
}

/** Offset after white space, comments and HTML comment marks. */
function afterBlank(css: string, from: number): number {
  let at = from;
  for (;;) {
    if (/\s/.test(css.charAt(at))) at += 1;
    else if (css.startsWith('/*', at)) {
      const end = css.indexOf('*/', at + 2);
      at = end === -1 ? css.length : end + 2;
    } else if (css.startsWith('<!--', at)) at += 4;
    else if (css.startsWith('-->', at)) at += 3;
    else return at;
  }
}

/** End offset of a statement; null: it is a block, or too long. */
function statementEnd(css: string, from: number): number | null {
  const last = Math.min(css.length, from + longestStatement);
  let quote = '';
  let depth = 0;
  for (let at = from; at < last; at += 1) {
    const char = css.charAt(at);
    if (char === '\\') at += 1;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === '{') return null;
    else if (char === ';' && depth <= 0) return at;
  }
  return last === css.length ? last : null;
}

const address = /^(?:url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]*))\s*\)|"([^"]*)"|'([^']*)')/i;

function readImport(text: string): CssImport[] {
  const plain = text.replaceAll(/\/\*[^]*?\*\//g, ' ').trim();
  const found = address.exec(plain);
  if (found === null) return [];
  const url = found.slice(1).find((part) => part !== undefined) ?? '';
  let rest = plain.slice(found[0].length).trim();
  const layer = /^layer(?:\(([\w\s.-]*)\)|(?![\w(-]))/i.exec(rest);
  if (layer !== null) rest = rest.slice(layer[0].length).trim();
  const supports = /^supports\(/i.test(rest) ? closed(rest, 'supports'.length) : null;
  if (supports !== null) rest = rest.slice('supports'.length + supports.length).trim();
  return [
    {
      url: url.replaceAll(/\\([^0-9a-f\n])/gi, '$1').trim(),
      layer: layer === null ? null : (layer[1] ?? '').trim(),
      supports,
      media: rest === '' ? null : rest,
    },
  ];
}

/** A parenthesized condition at an offset, with its parentheses; null: unclosed. */
function closed(text: string, from: number): string | null {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(from, at + 1);
  }
  return null;
}

/** Wraps an imported sheet in the conditions of its import. */
export function underConditions(css: string, { layer, supports, media }: CssImport): string {
  const conditions = [
    media === null ? null : `@media ${media}`,
    supports === null ? null : `@supports ${supports.includes(':') ? supports : `(${supports})`}`,
    layer === null ? null : `@layer ${layer}`,
  ].filter((condition) => condition !== null);
  return conditions.reduceRight((inner, condition) => `${condition}{${inner}\n}`, css);
}
