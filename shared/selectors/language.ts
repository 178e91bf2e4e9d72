/** A language of selectors. */
export type SelectorLanguage = 'css' | 'xpath' | 'json';

/**
 * The language of a selector of rows, by its beginning: XPath after "/", "./" or "(", JSONPath after "$", else CSS.
 * White space before it does not count.
 */
export function languageOfRows(selector: string): SelectorLanguage {
  const begin = selector.trimStart();
  if (begin.startsWith('$')) return 'json';
  return /^(?:\.?\/|\()/.test(begin) ? 'xpath' : 'css';
}

/** The language of the selector of a nested_list: JSONPath after "$", else CSS. */
export function languageOfEntries(selector: string): 'css' | 'json' {
  return selector.trimStart().startsWith('$') ? 'json' : 'css';
}
