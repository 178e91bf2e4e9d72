import { applyEdits, modify, type FormattingOptions } from 'jsonc-parser';

/** A value that takes the place of another in a document. */
export interface Replacement {
  /** Keys from the top of the document. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The text of a spider with values replaced one after the other. What is around them stays byte for byte as it is. */
export function withReplacements(text: string, replacements: readonly Replacement[]): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const formattingOptions: FormattingOptions = {
    insertSpaces: !indent.includes('\t'),
    tabSize: indent.includes('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return (
    mark +
    replacements.reduce(
      (body, { path, value }) => applyEdits(body, modify(body, [...path], value, { formattingOptions })),
      text.slice(mark.length),
    )
  );
}
