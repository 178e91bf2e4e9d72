import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parseTree,
  type FormattingOptions,
  type JSONPath,
} from 'jsonc-parser';

/** A value that takes the place of another in a document. */
export interface Replacement {
  /** Keys from the top of the document; of a list, the number of the entry as text, from 0. */
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
      (body, { path, value }) =>
        applyEdits(body, modify(body, placeIn(body, path), value, { formattingOptions })),
      text.slice(mark.length),
    )
  );
}

/** A path with numbers for the entries of lists. */
function placeIn(text: string, path: readonly string[]): JSONPath {
  const tree = parseTree(text);
  return path.reduce<JSONPath>((before, key) => {
    const isList = tree !== undefined && findNodeAtLocation(tree, before)?.type === 'array';
    return [...before, isList ? Number(key) : key];
  }, []);
}
