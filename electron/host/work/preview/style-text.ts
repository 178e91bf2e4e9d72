/** What may hold a `<` in a style sheet: strings, comments, addresses without quotation marks; or such a sign by itself. */
const parts =
  /"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?|\/\*[^]*?(?:\*\/|$)|url\(\s*(?!["'\s])[^)]*\)?|<!--|<(?=[a-z/!?])/gi;

/** A sign that could begin a tag or a comment. */
const opening = /<(?=[a-z/!?])/gi;

/**
 * A style sheet as it can be written between tags: it means the same, and holds nothing that could be read as markup.
 * So it does not matter whether a browser takes the place where it stands for a style, for text or for a drawing.
 */
export function styleMarkup(css: string): string {
  return css.replaceAll(parts, (part) => {
    // Marks of a comment mean nothing in a style sheet; by itself the sign compares, as in (400px<width).
    if (part === '<!--') return ' ';
    return part === '<' ? '< ' : part.replaceAll(opening, '\\3c ');
  });
}
