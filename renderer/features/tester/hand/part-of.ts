const text = /(?:::text|\/text\(\)(?:\[\d+\])?)$/u;
const attribute = /(?:::attr\(\s*([^)\s]*)\s*\)|\/@([\w:-]+))$/u;

/** What of an element a CSS selector or XPath takes: "text", "@href"; "": the element. Which of several texts does not count. */
export function partOf(selector: string): string {
  if (text.test(selector)) return 'text';
  const match = attribute.exec(selector);
  return match === null ? '' : `@${match[1] ?? match[2] ?? ''}`;
}
