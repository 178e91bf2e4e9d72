/** A part of a statement. All parts together are the statement. */
export interface SqlToken {
  kind: 'word' | 'parameter' | 'space' | 'other';
  text: string;
}

const pattern = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n]*)`,
    // Texts and quoted names.
    String.raw`(?<quoted>'(?:[^']|'')*'|"(?:[^"]|"")*")`,
    String.raw`(?<parameter>\?|(?<!:)[@:$][A-Za-z_]\w*)`,
    String.raw`(?<word>[A-Za-z_]\w*)`,
    String.raw`(?<other>\d+(?:\.\d+)?|[^\s])`,
  ].join('|'),
  'gu',
);

/** Divides a statement of SQL into words, parameters, space and the rest. */
export function readSql(statement: string): SqlToken[] {
  return Array.from(statement.matchAll(pattern), ({ 0: text, groups }) => ({
    kind:
      groups?.['space'] !== undefined
        ? 'space'
        : groups?.['parameter'] !== undefined
          ? 'parameter'
          : groups?.['word'] !== undefined
            ? 'word'
            : 'other',
    text,
  }));
}
