import type { CallArgs, CallName } from '../../shared/contract/index.ts';

/** A call that every door answers, and the command that asks the same. */
export interface Question {
  call: CallName;
  args: object;
  command: { line: string[]; prints: (answer: never) => unknown } | null;
}

/** Makes a question. */
export function question<N extends CallName>(
  call: N,
  args: CallArgs<N>,
  line: string[] | null = null,
  prints: (answer: never) => unknown = (answer) => answer,
): Question {
  return { call, args, command: line === null ? null : { line, prints } };
}
