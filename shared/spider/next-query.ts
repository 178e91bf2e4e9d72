/** A parameter of a query, as it is written. */
interface QueryPart {
  /** Decoded. */
  name: string;
  /** Decoded. */
  value: string;
  written: string;
}

/** The parameters of the query of a URL, in order. */
export function queryParts(url: string): QueryPart[] {
  const query = /^[^#?]*\?([^#]*)/.exec(url)?.[1] ?? '';
  return query.split('&').flatMap((written) => {
    if (written === '') return [];
    const at = written.indexOf('=');
    const [name, value] = at === -1 ? [written, ''] : [written.slice(0, at), written.slice(at + 1)];
    return [{ name: decoded(name), value: decoded(value), written }];
  });
}

/** The value of a parameter of a URL; null: it has none of this name. */
export const queryValue = (url: string, name: string): string | null =>
  queryParts(url).find((part) => part.name === name)?.value ?? null;

/**
 * A URL with another value of a parameter, in its place or at the end of the query; all else stays as it is written, but the fragment
 * goes.
 */
export function withQueryValue(url: string, name: string, value: string): string {
  return withWrittenValue(url, name, encodeURIComponent(value.toWellFormed()));
}

/** The same for a value that is encoded already, or that is a placeholder. */
export function withWrittenValue(url: string, name: string, value: string): string {
  const [whole = ''] = url.split('#', 1);
  const at = whole.indexOf('?');
  const address = at === -1 ? whole : whole.slice(0, at);
  const parts = queryParts(whole);
  const isThere = parts.some((part) => part.name === name);
  const own = (key: string): string => `${key}=${value}`;
  const written = parts.map((part) =>
    part.name === name ? own(part.written.split('=', 1)[0] ?? '') : part.written,
  );
  if (!isThere) written.push(own(encodeURIComponent(name)));
  return `${address}?${written.join('&')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
