import { literal } from '../../shared/spider/page-rule.ts';

/**
 * A regular expression for the folder that all these URLs lie in and for what differs after it. URLs of one page of links
 * share it; others of the site may match too.
 */
export function commonPattern(urls: readonly string[]): string {
  const [first = ''] = urls;
  let length = first.length;
  for (const url of urls) {
    let same = 0;
    while (same < length && url[same] === first[same]) same += 1;
    length = same;
  }
  const shared = first.slice(0, length).replace(/[^/?=&]*$/, '');
  const rests = urls.map((url) => url.slice(shared.length));
  const rest = rests.every((text) => /^\d+$/.test(text))
    ? String.raw`\d+$`
    : rests.every((text) => /^[^/?#]+\/?$/.test(text))
      ? '[^/?#]+/?$'
      : '';
  return `^${literal(shared)}${rest}`;
}
