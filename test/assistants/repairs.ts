import type { PatchOperation } from '../../shared/spider/json-patch.ts';

/** A problem that a proof has named. */
export interface Failure {
  /** Number of the check. */
  check: number;
  /** Place in the spider, as a JSON pointer. */
  pointer: string;
  page: string | null;
  expected: string | null;
  got: string | null;
  hint: string | null;
}

/** What mends a spider, by the places that a proof names; empty: nothing that is known. */
export function repairsOf(_text: string, failures: readonly Failure[]): PatchOperation[] {
  const fields = new Set(
    failures.map(({ pointer }) => pointer).filter((pointer) => /\/extract\/[^/]+$/.test(pointer)),
  );
  return [...fields].map((path) => ({ op: 'remove', path }));
}
