/** Selectors that are what a CSS selector ends with, the longest first; none for a list of selectors. */
export function shorterSelectors(source: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let quote = '';
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (depth === 0 && character === ',') return [];
    else if (depth === 0 && /[\s>]/.test(character)) {
      const rest = source.slice(at).replace(/^[\s>]+/, '');
      // What stands beside an element says nothing without it.
      const isBeside = /^[+~]/.test(rest) || /[+~]\s*$/.test(source.slice(0, at));
      if (!isBeside && rest !== '' && rest !== found.at(-1)) found.push(rest);
    }
  }
  return found;
}

/** What makes a selector depend on the order or the build of a page: in a few words; null: nothing. */
export function fragility(source: string, isStable: (className: string) => boolean): string | null {
  if (/:nth-|:(?:first|last|only)-|\[\s*(?:[2-9]|\d\d+|last\(\)|position\(\))|:eq\(/.test(source))
    return 'counts elements';
  const classes = [...source.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? '');
  const generated = classes.find((name) => !isStable(name));
  return generated === undefined ? null : `depends on the class "${generated}", which looks generated`;
}
