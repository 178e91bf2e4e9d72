import type { ProgramCall, RunProgram } from './program.ts';

/** A user's secrets by name, kept by the operating system. Every program of that user reads the same ones. */
export interface SecretStore {
  /** Returns the secret, or null if there is none. */
  read(name: string): Promise<string | null>;
  /** Stores a secret, replacing an existing one. */
  write(name: string, value: string): Promise<void>;
  /** Removes a secret. @returns whether there was one */
  remove(name: string): Promise<boolean>;
  names(): Promise<string[]>;
}

/** The program that the secrets belong to. */
export interface SecretOwner {
  /** Service name, which separates the secrets of programs. */
  service: string;
  /** Service name as shown to people. */
  title: string;
  /** Folder for the encrypted files on Windows, which has no store that a program without native code can read. */
  folder: string;
}

/** The store cannot be used. The message contains no part of a secret. */
export class SecretStoreError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.name = 'SecretStoreError';
    this.hint = hint;
  }
}

/** Output of a store's program. */
export interface Answered {
  code: number;
  output: string;
  errors: string;
}

/**
 * Runs a program of the store.
 * @param install how to install the program if it is missing
 * @throws SecretStoreError if it is missing or does not end in time
 */
export async function askStore(run: RunProgram, call: ProgramCall, install: string): Promise<Answered> {
  const end = await run(call);
  if (end.kind === 'absent')
    throw new SecretStoreError(`The program ${call.program} is not installed.`, install);
  if (end.kind === 'late')
    throw new SecretStoreError('The keychain did not answer within a minute.', 'Unlock it, and try again.');
  return end;
}

/**
 * Converts a failure of a store's program to an error with its first line. Safe only after a failure, when no secret was printed.
 */
export function refused({ errors }: Answered): SecretStoreError {
  const [line = ''] = errors.trim().split(/\r?\n/);
  const why = line === '' ? '' : ` (${line.slice(0, 300)})`;
  return new SecretStoreError(
    `The keychain is locked, or does not answer${why}.`,
    'Unlock it, and try again.',
  );
}
