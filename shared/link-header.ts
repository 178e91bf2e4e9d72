/** A link that a Link header names (RFC 8288). */
export interface HeaderLink {
  /** As written. */
  target: string;
  /** In lower case. */
  relations: readonly string[];
}

/** The links of a Link header, in its order. */
export const headerLinks = (header: string): HeaderLink[] =>
  [...header.matchAll(/<([^>]*)>([^<]*)/g)].map(([, target = '', parameters = '']) => {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s";,]+))/i.exec(parameters) ?? [];
    return { target, relations: (quoted ?? bare ?? '').toLowerCase().split(/\s+/).filter(Boolean) };
  });
