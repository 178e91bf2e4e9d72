import { useSyncExternalStore } from 'react';

/** The place of the window: decoded segments of the path after "#/", and the query. */
export interface Location {
  readonly path: string;
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

const listeners = new Set<() => void>();
let cached: { hash: string; location: Location } | null = null;

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Parses a hash such as "#/spider/default/shop/author?field=title". */
export function parseHash(hash: string): Location {
  const text = hash.replace(/^#?\/?/u, '');
  const [path = '', query = ''] = text.split('?', 2);
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode);
  return { path: segments.map(encodeURIComponent).join('/'), segments, query: new URLSearchParams(query) };
}

function current(): Location {
  const { hash } = window.location;
  if (cached?.hash !== hash) cached = { hash, location: parseHash(hash) };
  return cached.location;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('hashchange', notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('hashchange', notify);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Where the window is now; renders again when that changes. */
export function useLocation(): Location {
  return useSyncExternalStore(subscribe, current);
}

/** The place that the window shows. */
export function getLocation(): Location {
  return current();
}

/** The hash of a place. Segments are encoded, so names may contain any character. */
export function href(segments: readonly string[], query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${segments.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

/** Navigates to a place. `replace` keeps the present place out of the history. */
export function navigate(to: string | readonly string[], options: { replace?: boolean } = {}): void {
  const hash = typeof to === 'string' ? to : href(to);
  if (hash === window.location.hash) return;
  if (options.replace === true) {
    window.history.replaceState(window.history.state, '', hash);
    notify();
  } else {
    window.location.hash = hash;
  }
}

/** Matches "spider/:project/:spider/author" against segments; the parameters, or null. */
export function matchPath(
  pattern: string,
  segments: readonly string[],
): Readonly<Record<string, string>> | null {
  const parts = pattern.split('/');
  if (parts.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index];
    if (segment === undefined) return null;
    if (part.startsWith(':')) params[part.slice(1)] = segment;
    else if (part !== segment) return null;
  }
  return params;
}
