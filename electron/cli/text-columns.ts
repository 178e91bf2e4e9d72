import { createRequire } from 'node:module';
import type stringWidth from 'string-width';

const require = createRequire(import.meta.url);

/** Letters and signs of one column that join with nothing: ASCII, Latin-1, and the dashes, quotes and arrows that messages use. */
const narrow =
  /^[\u{20}-\u{7E}\u{A1}-\u{AC}\u{AE}-\u{FF}\u{2013}\u{2014}\u{2018}-\u{201D}\u{2026}\u{2192}]*$/u;

let measure: typeof stringWidth | undefined;

/**
 * The columns of a terminal that a text takes. Making the patterns of string-width takes a tenth of a command's start, so it is
 * loaded with the first text that needs it.
 */
export function columnsOf(text: string): number {
  if (narrow.test(text)) return text.length;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what string-width declares
  measure ??= (require('string-width') as { default: typeof stringWidth }).default;
  return measure(text);
}
