const text = /(?:::text|\/text\(\)|^normalize-space\(.*\))$/u;
const attribute = /(?:::attr\(\s*([^)\s]*)\s*\)|\/@([\w:-]+))$/u;

/** What of an element a CSS selector or XPath takes: "text", "@href"; "": the element. Which of several texts does not count. */
export function partOf(selector: string): string {
  const way = withoutConditions(selector);
  if (text.test(way)) return 'text';
  const match = attribute.exec(way);
  return match === null ? '' : `@${match[1] ?? match[2] ?? ''}`;
}

/** A selector without what stands in brackets. */
function withoutConditions(selector: string): string {
  let way = selector.replaceAll(/"[^"]*"|'[^']*'/gu, '');
  for (let before = ''; before !== way;) {
    before = way;
    way = way.replaceAll(/\[[^[\]]*\]/gu, '');
  }
  return way.trim();
}
