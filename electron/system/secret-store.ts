import type { ProgramCall, RunProgram } from './program.ts';

/** Secrets of a person, by name, kept by the operating system: every program of that person reads the same ones. */
export interface SecretStore {
  /** null: there is none by that name. */
  read(name: string): Promise<string | null>;
  /** Takes the place of one that is there. */
  write(name: string, value: string): Promise<void>;
  /** @returns whether there was one */
  remove(name: string): Promise<boolean>;
  names(): Promise<string[]>;
}

/** Whose secrets they are. */
export interface SecretOwner {
  /** The name of the program, for its secrets among those of others. */
  service: string;
  /** The same for people. */
  title: string;
  /** Where Windows keeps them, encrypted: it has no store that a program without native code can read. */
  folder: string;
}

/** The store cannot be used; nothing of a secret is in the message. */
export class SecretStoreError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.name = 'SecretStoreError';
    this.hint = hint;
  }
}

/** What a program of the store answered. */
export interface Answered {
  code: number;
  output: string;
  errors: string;
}

/**
 * Asks a program of the store.
 * @param install how a person gets the program, where it is absent
 * @throws SecretStoreError where it is absent or does not come to an end
 */
export async function askStore(run: RunProgram, call: ProgramCall, install: string): Promise<Answered> {
  const end = await run(call);
  if (end.kind === 'absent')
    throw new SecretStoreError(`The program ${call.program} is not installed.`, install);
  if (end.kind === 'late')
    throw new SecretStoreError('The keychain did not answer within a minute.', 'Unlock it, and try again.');
  return end;
}

/** Why a program of the store refused, by its own first line. Only where it failed: then it has printed no secret. */
export function refused({ errors }: Answered): SecretStoreError {
  const [line = ''] = errors.trim().split(/\r?\n/);
  const why = line === '' ? '' : ` (${line.slice(0, 300)})`;
  return new SecretStoreError(
    `The keychain is locked, or does not answer${why}.`,
    'Unlock it, and try again.',
  );
}
