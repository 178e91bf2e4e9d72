/**
 * A text as the editor keeps it: without a byte order mark, and with one kind of line end, the more frequent one. So a
 * text that mixes them is not taken for edited as soon as it is shown.
 */
export function asEdited(text: string): string {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const pairs = body.match(/\r\n/g)?.length ?? 0;
  const returns = (body.match(/\r/g)?.length ?? 0) - pairs;
  const feeds = (body.match(/\n/g)?.length ?? 0) - pairs;
  if (returns === 0 && (pairs === 0 || feeds === 0)) return body;
  const eol = pairs + returns > (pairs + returns + feeds) / 2 ? '\r\n' : '\n';
  return body.replace(/\r\n|\r|\n/g, eol);
}
