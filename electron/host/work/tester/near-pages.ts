/** Saved pages that are looked at together, and their size in bytes: a tree takes about twenty times as much. */
const maxPages = 100;
const maxBytes = 12_000_000;

/** The first pages that are not too many and not too large together. */
export function nearPages<P extends { readonly bytes: number }>(saved: readonly P[]): P[] {
  let bytes = 0;
  return saved.slice(0, maxPages).filter((page) => {
    if (bytes + page.bytes > maxBytes) return false;
    bytes += page.bytes;
    return true;
  });
}
