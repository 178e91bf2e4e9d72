import { literal } from '../../../shared/spider/page-rule.ts';
import type { Control } from './controls.ts';
import type { NumberSlot } from './url-step.ts';

/** Where the addresses of following pages differ from each other. */
export interface Following {
  /** Address of one of them. */
  readonly url: URL;
  /** Where it holds the number of the page; null: it has none, or it cannot be told. */
  readonly slot: NumberSlot | null;
  /** Arguments that it has besides those of this page, where there is no slot. */
  readonly added: readonly string[];
}

/**
 * Returns a Python regular expression for the addresses of the following pages, as short as it can be without other links of
 * this page. Null: nothing tells them from others.
 */
export function patternFor({ url, slot, added }: Following, controls: readonly Control[]): string | null {
  const others = controls.flatMap(({ url: other, step }) =>
    other === null || step?.kind === 'elsewhere' || isStepOf(step, slot) ? [] : [other.href],
  );
  const candidates =
    slot === null ? byArgument(url, added) : slot.where === 'query' ? byQuery(url, slot) : byPath(url, slot);
  const fitting = candidates.filter((pattern) => new RegExp(pattern, 'u').test(url.href));
  const best = fitting.find((pattern) => {
    const test = new RegExp(pattern, 'u');
    return !others.some((other) => other !== url.href && test.test(other));
  });
  return best ?? fitting.at(-1) ?? null;
}

function isStepOf(step: Control['step'], slot: NumberSlot | null): boolean {
  if (step === null || step.kind === 'same' || step.kind === 'dropped') return true;
  return (
    step.kind === 'number' && slot !== null && step.slot.where === slot.where && step.slot.name === slot.name
  );
}

const pathPattern = (url: URL): string => literal(url.pathname);

function byQuery(url: URL, { name }: NumberSlot): string[] {
  const argument = `${literal(encodedName(url, name))}=\\d+`;
  return [
    `[?&]${argument}`,
    `${pathPattern(url)}\\?(?:[^#]*&)?${argument}`,
    `^${literal(url.origin)}${pathPattern(url)}\\?(?:[^#]*&)?${argument}`,
  ];
}

/** The name of an argument as the URL writes it. */
function encodedName(url: URL, name: string): string {
  for (const part of url.search.slice(1).split('&')) {
    const written = part.split('=', 1)[0] ?? '';
    if (new URLSearchParams(`${written}=`).has(name)) return written;
  }
  return name;
}

function byArgument(url: URL, added: readonly string[]): string[] {
  const [name] = added;
  if (name === undefined) return [];
  const argument = `${literal(encodedName(url, name))}=`;
  return [`[?&]${argument}`, `${pathPattern(url)}\\?(?:[^#]*&)?${argument}`];
}

/** From the number alone with the word before it to the whole path. */
function byPath(url: URL, { name }: NumberSlot): string[] {
  const path = url.pathname;
  const at = slotInPath(path, name);
  if (at === null) return [];
  const end = literal(path.slice(at.end));
  const tail = /^\/?$/.test(path.slice(at.end)) ? '/?(?:[?#]|$)' : end;
  const before = path.slice(0, at.start);
  const starts: number[] = [];
  for (let index = before.lastIndexOf('/'); index >= 0; index = before.lastIndexOf('/', index - 1)) {
    starts.push(index);
    if (index === 0) break;
  }
  // "/2" alone would match too much.
  if (before.endsWith('/')) starts.shift();
  return [
    ...starts.map((start) => `${literal(before.slice(start))}\\d+${tail}`),
    `^${literal(url.origin + before)}\\d+${tail}`,
  ];
}

/** The place of the number of a slot in a path. */
function slotInPath(path: string, name: string): { start: number; end: number } | null {
  const numbers = [...path.matchAll(/\d+/g)];
  const found =
    numbers.findLast(({ index }) => name !== '' && path.slice(0, index).endsWith(name)) ??
    numbers.at(-1) ??
    null;
  return found === null ? null : { start: found.index, end: found.index + found[0].length };
}
