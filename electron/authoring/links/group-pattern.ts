import { literal } from '../../../shared/spider/page-rule.ts';
import type { Part, UrlGroup } from './split-urls.ts';

/** A Python regular expression that matches the URLs of a group, and no other URLs that groups were made of. */
export function groupPattern({ form, parts }: UrlGroup): string {
  const path = parts.slice(0, form.segments).map((part) => `/${partPattern(part, '[^/?#]')}`);
  const query = form.names.map((name, index) => {
    const part = parts[form.segments + index];
    return literal(name) + (part === undefined ? '' : partPattern(part, '[^&#]'));
  });
  return `^${literal(form.origin)}${path.join('')}${query.length === 0 ? '' : String.raw`\?${query.join('&')}`}$`;
}

/** @param character class of the characters that the part may hold */
function partPattern(part: Part, character: string): string {
  if (part.kind === 'constant') return literal(part.value);
  if (part.kind === 'some') return `(?:${part.values.map(literal).join('|')})`;
  const shape = shapeOf(part.values, character);
  if (part.kind === 'any') return shape;
  const end = character === '[^/?#]' ? '(?:[/?#]|$)' : '(?:[&#]|$)';
  return `(?!(?:${part.than.map(literal).join('|')})${end})${shape}`;
}

/** What values have in common: their beginning and end, and whether the rest is a number. */
function shapeOf(values: readonly string[], character: string): string {
  const [first = ''] = values;
  let start = first.length;
  let end = first.length;
  for (const value of values) {
    let same = 0;
    while (same < start && value[same] === first[same]) same += 1;
    start = same;
    let tail = 0;
    while (tail < end && value.at(-1 - tail) === first.at(-1 - tail)) tail += 1;
    end = tail;
  }
  const shortest = Math.min(...values.map((value) => value.length));
  const head = /^(?:.*[^\p{L}\p{N}%])?/u.exec(first.slice(0, start))?.[0] ?? '';
  const tail = /(?:[^\p{L}\p{N}%].*)?$/u.exec(first.slice(first.length - end))?.[0] ?? '';
  if (head.length + tail.length > shortest) return `${character}*`;
  const rests = values.map((value) => value.slice(head.length, value.length - tail.length));
  const isNumber = rests.every((rest) => /^[0-9]+$/.test(rest));
  const rest = isNumber ? String.raw`\d+` : `${character}${rests.includes('') ? '*' : '+'}`;
  return literal(head) + rest + literal(tail);
}
