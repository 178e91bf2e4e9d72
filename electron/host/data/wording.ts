/**
 * A text without the sentences that name a command of the command line: they help nobody in a window. What is left may be
 * nothing.
 */
export function withoutCommands(whole: string | null): string | null {
  // What is said before it is worth keeping.
  const text = whole?.replaceAll(/; --[a-z-]+ permits it(?=\.)/g, '') ?? null;
  if (text === null || !/spider-studio |(?:^|\s)--[a-z]/.test(text)) return text;
  const sentences = text.match(/[^.!?]+(?:[.!?]+(?!\s|$)[^.!?]*)*[.!?]*\s*/g) ?? [text];
  const kept = sentences
    .filter((sentence) => !/spider-studio |(?:^|\s)--[a-z]/.test(sentence))
    .join('')
    .trim();
  return kept === '' ? null : kept;
}
