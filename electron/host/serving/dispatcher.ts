import { CallErrorSchema, type CallError, type Result } from '../../../shared/contract/errors.ts';
import { calls, isCallName, type CallName } from '../../../shared/contract/index.ts';
import { compiledOnce, ownCheck } from '../../schemas/checker.ts';
import { firstMismatch } from '../../schemas/first-mismatch.ts';
import type { CallContext } from '../data/call-context.ts';
import { HostError, toHostError } from '../errors.ts';

/** Performs a call whose name and arguments were checked. */
export type Perform = (name: CallName, args: never, context: CallContext) => unknown;

/** Options of `createDispatcher`. */
export interface DispatcherOptions {
  perform: Perform;
  /** Called with unexpected errors (bugs). */
  onFault: (name: string, error: unknown) => void;
  /** Also checks answers against the contract, for tests. */
  checkAnswers?: boolean;
}

/** Makes a call by name. Never rejects. */
export type Dispatch = (name: string, args: unknown, context: CallContext) => Promise<Result<unknown>>;

/**
 * Creates the dispatcher, the single entry from doors to handlers. It checks name and arguments against the contract, performs the
 * call, and converts errors to answers. Never rejects.
 */
export function createDispatcher({ perform, onFault, checkAnswers = false }: DispatcherOptions): Dispatch {
  function failed(name: string, error: unknown): Result<never> {
    const known = toCallError(error);
    if (known.code === 'internal') onFault(name, error);
    if (!checkAnswers || isCallError(known)) return { ok: false, error: known };
    return failed(name, new Error(`The failure of ${name} does not fit: ${JSON.stringify(known)}`));
  }

  return async (name, args, context) => {
    try {
      if (!isCallName(name)) throw new HostError('unknown-call', `There is no call "${name.slice(0, 100)}".`);
      check(name, 'args', args);
      if (context.signal.aborted) throw new HostError('cancelled', 'It was cancelled.');
      const value = await perform(name, args, context);
      if (checkAnswers) check(name, 'result', value);
      return { ok: true, value };
    } catch (error) {
      return failed(name, error);
    }
  };
}

const isCallError = ownCheck(CallErrorSchema);

/** For all dispatchers of the process: the contract is the same for each. */
const compiled = compiledOnce({ strictTypes: false, ownProperties: true, verbose: true });

function check(name: CallName, part: 'args' | 'result', value: unknown): asserts value is never {
  const validate = compiled(calls[name][part]);
  if (validate(value)) return;
  const { pointer, sentence } = firstMismatch(validate.errors ?? []);
  const words = `of ${name} do not fit: ${sentence}`;
  if (part === 'result') throw new HostError('internal', `The result ${words}`);
  throw new HostError('bad-arguments', `The arguments ${words}`, null, { pointer });
}

/** Converts anything thrown to an error of the contract. */
export function toCallError(error: unknown): CallError {
  const { code, message, hint, action, details } = toHostError(error);
  return { code, message, hint, action, details };
}
