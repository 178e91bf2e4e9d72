import type { Notes } from '../report.ts';
import { isCallOf, textsIn } from './plain.ts';
import { beginOf } from './requests.ts';
import type { Scope } from './scope.ts';
import type { Def, Expression, Statement } from './syntax.ts';

/** A request that the crawl begins with, and the method for its page; null: the one for start pages. */
export interface StartRequest {
  request: Record<string, unknown>;
  callback: string | null;
  place: string;
}

const computed =
  'Requests that are made by code have no equal; write them as start_urls, start_requests or GENERATED_URLS.';

/** Reads `start_requests`: requests that stand in the source, and loops over lists that do. */
export function readStartRequests(method: Def, scope: Scope, notes: Notes): StartRequest[] {
  const requests: StartRequest[] = [];
  const lost = (line: number, why: string): void => notes.lost(`line ${line} (${method.name})`, why);

  const give = (value: Expression, line: number): void => {
    const folded = scope.fold(value);
    const begun = beginOf(folded);
    if (begun === null && folded.kind === 'list') {
      for (const item of folded.items) give(item, line);
      return;
    }
    if (begun === null) return lost(line, computed);
    const place = `line ${line} (${method.name})`;
    for (const { name, why } of begun.lost) notes.lost(`${place}.${name}`, why);
    requests.push({ request: begun.request, callback: begun.callback, place });
  };

  const loop = (statement: Extract<Statement, { kind: 'for' }>): void => {
    const values = textsIn(scope.fold(statement.of));
    const { target } = statement;
    if (target === null || values === null) return lost(statement.line, computed);
    for (const value of values) {
      scope.assign(target, { kind: 'value', value, line: statement.line });
      for (const inner of statement.body) read(inner);
    }
  };

  const read = (statement: Statement): void => {
    const { kind, line } = statement;
    if (kind === 'pass' || kind === 'import') return;
    if ((kind === 'yield' || kind === 'return') && statement.value !== null) give(statement.value, line);
    else if (kind === 'for') loop(statement);
    else if (kind === 'assign' && statement.target.kind === 'name')
      scope.assign(statement.target.name, statement.value);
    else if (kind !== 'expression' || (statement.value.kind !== 'value' && !isSuper(statement.value)))
      lost(line, computed);
  };
  for (const statement of method.body) read(statement);
  return requests;
}

const isSuper = (value: Expression): boolean =>
  isCallOf(value, 'start_requests', 'start') &&
  value.of.kind === 'attribute' &&
  isCallOf(value.of.of, 'super');
