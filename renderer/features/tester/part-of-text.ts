import { nodeAt, parseText, valueOf } from '../../../shared/spider/json-path.ts';

/**
 * What of a spider's text a test reads, as a text of its own: what is typed elsewhere then asks nothing anew. A text that
 * cannot be read goes as it is, for the tester to say what is wrong with it.
 */
export function partOfText(text: string, keys: readonly string[]): string {
  const { root } = parseText(text);
  if (root?.type !== 'object') return text;
  const parts = keys.flatMap((key) => {
    const node = nodeAt(root, [key]);
    return node === undefined ? [] : [[key, valueOf(node)]];
  });
  return JSON.stringify(Object.fromEntries(parts));
}

/** What of a spider decides about links. */
export const decidingAboutLinks = ['allowed_domains', 'start_urls', 'start_requests', 'rules'] as const;

/** What of a spider decides about the links of a saved page: of a list, its setting too. */
export const decidingAboutPage = [...decidingAboutLinks, 'args', 'settings'] as const;

/** The same, with one callback, and the domains where its rows lead to pages. */
export function callbackOfText(text: string, callback: string): string {
  const { root } = parseText(text);
  const node = nodeAt(root, ['callbacks', callback]);
  if (node === undefined) return text;
  const part = { callbacks: Object.fromEntries([[callback, valueOf(node)]]) };
  const domains = nodeAt(root, ['allowed_domains']);
  const leads = nodeAt(node, ['iterate', 'follow']) !== undefined && domains !== undefined;
  return JSON.stringify(leads ? { allowed_domains: valueOf(domains), ...part } : part);
}

/** The names of the callbacks in a text, which need not be valid JSON. */
export function callbacksIn(text: string): string[] {
  const node = nodeAt(parseText(text).root, ['callbacks']);
  if (node?.type !== 'object') return [];
  return (node.children ?? [])
    .map(({ children }) => String(children?.[0]?.value ?? ''))
    .filter((name) => name !== '');
}

/** Whether a callback of a text makes rows. */
export const makesRows = (text: string, callback: string): boolean =>
  nodeAt(parseText(text).root, ['callbacks', callback, 'iterate']) !== undefined;

/** The callbacks of a text whose rows lead to a callback. */
export function callbacksLeadingTo(text: string, callback: string): string[] {
  const { root } = parseText(text);
  return callbacksIn(text).filter((name) => {
    const next = nodeAt(root, ['callbacks', name, 'iterate', 'follow', 'callback']);
    return next !== undefined && valueOf(next) === callback;
  });
}

/** What decides what a callback takes from all saved pages: the callback, the rules, and the callbacks whose rows lead to it. */
export function textForPages(text: string, callback: string): string {
  const { root } = parseText(text);
  if (root?.type !== 'object') return text;
  const written = valueOf(nodeAt(root, ['callbacks']));
  const wanted = new Set([callback, ...callbacksLeadingTo(text, callback)]);
  const callbacks = Object.entries(typeof written === 'object' && written !== null ? written : {}).filter(
    ([name]) => wanted.has(name),
  );
  const deciding = decidingAboutLinks.flatMap((key) => {
    const node = nodeAt(root, [key]);
    return node === undefined ? [] : [[key, valueOf(node)]];
  });
  return JSON.stringify({ ...Object.fromEntries(deciding), callbacks: Object.fromEntries(callbacks) });
}
