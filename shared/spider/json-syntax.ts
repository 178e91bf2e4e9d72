import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { maxValues, spiderLimits } from './limits.ts';
import { shorten } from './wording.ts';

/** A problem of a text that is not valid JSON. */
export interface SyntaxProblem {
  /** In UTF-16 units from the start of the text. */
  offset: number;
  code: string;
  message: string;
  hint: string | null;
}

/** Maximum nesting depth. No spider needs more than 12 levels: a callback with three nested lists. */
export const maxDepth = 100;
/** Maximum number of tokens per value: an object with one entry has two braces, a key, a colon and a comma. */
const tokensOfValue = 5;

// Token kinds of jsonc-parser, whose enum does not exist at run time.
const kindOf = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  string: 10,
  number: 11,
  end: 17,
};

const marks: ReadonlySet<number> = new Set([kindOf.closeBrace, kindOf.closeBracket, kindOf.comma]);

interface Token {
  kind: number;
  offset: number;
  end: number;
}

/**
 * Parses text as strict JSON (RFC 8259) and finds all problems.
 *
 * @returns the syntax tree, or at least one problem in text order
 */
export function readSyntax(
  text: string,
): { ok: true; root: Node } | { ok: false; problems: SyntaxProblem[] } {
  if (text.trim() === '') {
    return {
      ok: false,
      problems: [problem(0, 'json-empty', 'The file is empty', 'A spider is an object: {…}.')],
    };
  }
  const tokens = readTokens(text);
  if (!Array.isArray(tokens)) return { ok: false, problems: [tokens] };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const problems = errors.length === 0 ? [] : explain(text, errors, tokens);
  if (problems.length > 0) return { ok: false, problems };
  if (root === undefined)
    return { ok: false, problems: [problem(0, 'json-syntax', 'The text is not JSON', null)] };
  return { ok: true, root };
}

/** All tokens except white space and comments, or the problem that ends the scan. */
function readTokens(text: string): Token[] | SyntaxProblem {
  const scanner = createScanner(text, true);
  const tokens: Token[] = [];
  let depth = 0;
  let values = 0;
  for (;;) {
    const kind: number = scanner.scan();
    const offset = scanner.getTokenOffset();
    tokens.push({ kind, offset, end: offset + scanner.getTokenLength() });
    if (kind === kindOf.end) return tokens;
    if (kind === kindOf.openBrace || kind === kindOf.openBracket) depth += 1;
    if (kind === kindOf.closeBrace || kind === kindOf.closeBracket) depth -= 1;
    if (depth > maxDepth) {
      const message = `Values must be nested at most ${maxDepth} levels deep`;
      return problem(offset, 'json-too-deep', message, 'A spider needs 12 levels at most.');
    }
    // The text before a colon was a key.
    if (kind === kindOf.colon) values -= 1;
    else if (!marks.has(kind)) values += 1;
    const mayBeKey = kind === kindOf.string ? 1 : 0;
    if (values - mayBeKey > maxValues || tokens.length > tokensOfValue * maxValues)
      return tooLarge(offset, 'more values');
  }
}

/**
 * Turns the parser's errors into problems for people. The parser recovers after an error, so one mistake can cause
 * several errors. Errors that only follow from an earlier one are left out.
 */
function explain(text: string, errors: readonly ParseError[], tokens: readonly Token[]): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const places = new Map(tokens.map((token, index) => [token.offset, index]));
  let settledTo = -1;
  let unclosed = false;
  for (const [index, error] of errors.entries()) {
    const name = printParseErrorCode(error.error);
    const place = places.get(error.offset);
    const before = place === undefined ? undefined : tokens[place - 1];
    const token = place === undefined ? undefined : tokens[place];
    const follows = error.offset <= settledTo || text.slice(settledTo, error.offset).trim() === '';
    const paired = name === 'ValueExpected' && nameOf(errors[index - 1]) === 'PropertyNameExpected';
    const end = error.offset + error.length;
    if (name === 'InvalidCommentToken') {
      problems.push(comment(error.offset));
      continue;
    }
    if ((settledTo >= 0 && follows) || paired || unclosed) {
      // After a comma, errors are independent again.
      settledTo = Math.max(settledTo, token?.kind === kindOf.comma ? error.offset : end);
      continue;
    }
    settledTo = end;
    unclosed = name === 'UnexpectedEndOfString' || isMismatch(name, token);
    problems.push(describe(text, name, error, token, before));
  }
  return problems;
}

function nameOf(error: ParseError | undefined): string | null {
  return error === undefined ? null : printParseErrorCode(error.error);
}

/** Whether a list is closed with a brace or an object with a bracket. Later errors are unreliable then. */
function isMismatch(name: string, token: Token | undefined): boolean {
  const closes = token?.kind === kindOf.closeBrace || token?.kind === kindOf.closeBracket;
  return closes && name === 'CommaExpected';
}

function describe(
  text: string,
  name: string,
  error: ParseError,
  token: Token | undefined,
  before: Token | undefined,
): SyntaxProblem {
  const { offset } = error;
  const found = text.slice(offset, offset + error.length);
  const closes = token?.kind === kindOf.closeBrace || token?.kind === kindOf.closeBracket;
  const mark = /^[,:[\]{}]$/.test(found);
  const given = token?.kind === kindOf.end ? 'the end of the text' : mark ? `'${found}'` : shorten(found);
  if (closes && before?.kind === kindOf.comma) {
    const after = shorten(text.slice(token.offset, token.end));
    return problem(
      before.offset,
      'json-trailing-comma',
      `JSON must not have a comma before '${after}'`,
      'Remove the comma.',
    );
  }
  if (before?.kind === kindOf.number && before.end === offset && /^[\w.+-]/.test(found))
    return badNumber(text, before.offset);
  switch (name) {
    case 'InvalidSymbol':
      return badSymbol(text, offset, found);
    case 'UnexpectedEndOfNumber':
      return badNumber(text, offset);
    case 'InvalidNumberFormat':
      return badNumber(text, offset);
    case 'PropertyNameExpected':
      return problem(offset, 'json-syntax', `A key in double quotes is expected before ${given}`, null);
    case 'ValueExpected':
      return problem(offset, 'json-syntax', `A value is expected before ${given}`, null);
    case 'ColonExpected':
      return problem(offset, 'json-syntax', `A colon is expected before ${given}`, null);
    case 'CommaExpected':
      return isMismatch(name, token)
        ? problem(
            offset,
            'json-syntax',
            `${given} does not close what is open here`,
            `Close it with ${found === '}' ? ']' : '}'}.`,
          )
        : problem(
            offset,
            'json-syntax',
            `A comma is expected before ${given}`,
            'Put a comma between the two.',
          );
    case 'CloseBraceExpected':
      return problem(offset, 'json-syntax', 'The text ends before an object is closed', 'Add the missing }.');
    case 'CloseBracketExpected':
      return problem(offset, 'json-syntax', 'The text ends before a list is closed', 'Add the missing ].');
    case 'EndOfFileExpected':
      return problem(offset, 'json-syntax', `Nothing may follow the spider, but ${given} does`, 'Remove it.');
    case 'UnexpectedEndOfString':
      return problem(
        offset,
        'json-syntax',
        'This text is not closed before the end of the line',
        'Add the missing double quote; write a line break as \\n.',
      );
    case 'InvalidUnicode':
      return problem(offset, 'json-syntax', '\\u must be followed by four hexadecimal digits', null);
    case 'InvalidEscapeCharacter':
      return problem(
        offset + found.search(/\\(?!["\\/bfnrtu])/),
        'json-syntax',
        'A backslash may only come before one of " \\ / b f n r t u',
        'Write a backslash itself as two of them: \\\\.',
      );
    case 'InvalidCharacter':
      return problem(
        offset + found.split('').findIndex((character) => character < ' '),
        'json-syntax',
        'Text must not hold control characters',
        'Write a tab as \\t.',
      );
    default:
      return problem(offset, 'json-syntax', 'The text is not JSON here', null);
  }
}

function comment(offset: number): SyntaxProblem {
  return problem(offset, 'json-comment', 'JSON must not have comments', 'Remove the comment.');
}

/** A word or sign that is not JSON. */
function badSymbol(text: string, offset: number, found: string): SyntaxProblem {
  // The parser reports a sign and its word as two symbols.
  const word = /^[^\s,:[\]{}"]+/.exec(text.slice(offset, offset + 100))?.[0] ?? found;
  const bare = word.toLowerCase();
  if (/^[-+]?(nan|infinity|inf|[.\d])/.test(bare)) return badNumber(text, offset);
  const keyword: Readonly<Record<string, string>> = {
    true: 'true',
    false: 'false',
    none: 'null',
    null: 'null',
  };
  const meant = keyword[bare] ?? (bare === 'undefined' ? 'null' : undefined);
  const hint =
    meant === undefined
      ? word.startsWith("'")
        ? 'Use double quotes.'
        : 'Put text and keys in double quotes.'
      : `Write ${meant}.`;
  return problem(offset, 'json-syntax', `${shorten(word)} is not JSON`, hint);
}

function badNumber(text: string, offset: number): SyntaxProblem {
  const word = /^[^\s,:[\]{}"]+/.exec(text.slice(offset, offset + 100))?.[0] ?? '';
  const plain = /^\+?(-?)0*(\d*)(\.\d+)?$/.exec(word);
  const meant = plain === null ? null : `${plain[1]}${plain[2] === '' ? '0' : plain[2]}${plain[3] ?? ''}`;
  return problem(
    offset,
    'json-number',
    `${shorten(word)} is not a number that JSON knows`,
    meant === null ? null : `Write ${meant}.`,
  );
}

/** The problem of a spider that exceeds the limits. @param has what it has too much of, for the message */
export function tooLarge(offset: number, has: string): SyntaxProblem {
  const message = `A spider must have at most ${spiderLimits}; this one has ${has}`;
  return problem(offset, 'json-too-large', message, 'Split it into several.');
}

function problem(offset: number, code: string, message: string, hint: string | null): SyntaxProblem {
  return { offset, code, message, hint };
}
