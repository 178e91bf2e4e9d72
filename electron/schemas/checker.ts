import { Ajv, type Options } from 'ajv';

/**
 * Makes checks of our own schemas. They are known to be good (a test holds every one of them against the meta-schema of JSON
 * Schema), and are not checked again: that would be a fifth of what it takes to start.
 */
export function ownChecks(options: Pick<Options, 'strictTypes' | 'ownProperties' | 'verbose'> = {}): Ajv {
  return new Ajv({ ...options, meta: false, validateSchema: false });
}
