/** Parts of a style sheet that may contain `<`: strings, comments, unquoted URLs, or the character alone. */
const parts =
  /"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?|\/\*[^]*?(?:\*\/|$)|url\(\s*(?!["'\s])[^)]*\)?|<!--|<(?=[a-z/!?])/gi;

/** A `<` that could start a tag or a comment. */
const opening = /<(?=[a-z/!?])/gi;

/**
 * Escapes a style sheet for use between tags. The meaning stays, and no part can be parsed as markup, whether the browser takes the
 * position for a style, for text or for SVG.
 */
export function styleMarkup(css: string): string {
  return css.replaceAll(parts, (part) => {
    // HTML comment marks have no meaning in CSS; a single `<` compares, as in (400px<width).
    if (part === '<!--') return ' ';
    return part === '<' ? '< ' : part.replaceAll(opening, '\\3c ');
  });
}
