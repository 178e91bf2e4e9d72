import { Ajv, type Options, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';

type CheckOptions = Pick<Options, 'strictTypes' | 'ownProperties' | 'verbose'>;

/**
 * Makes checks of our own schemas. They are known to be good (a test holds every one of them against the meta-schema of JSON
 * Schema), and are not checked again: that would be a fifth of what it takes to start.
 */
export function ownChecks(options: CheckOptions = {}): Ajv {
  return new Ajv({ ...options, meta: false, validateSchema: false });
}

/** Compiles each of our own schemas when it is first asked for, once: Ajv keeps what it has compiled. */
export function compiledOnce(options: CheckOptions): (schema: TSchema) => ValidateFunction {
  let ajv: Ajv | null = null;
  return (schema) => {
    ajv ??= ownChecks(options);
    return ajv.compile(schema);
  };
}

/** A check of one of our own schemas. It is made when it is first asked: a command asks few of them. */
export function ownCheck<S extends TSchema>(
  schema: S,
  options?: CheckOptions,
): (value: unknown) => value is Static<S> {
  let check: ValidateFunction<Static<S>> | null = null;
  return (value): value is Static<S> => {
    check ??= ownChecks(options).compile<Static<S>>(schema);
    return check(value);
  };
}
