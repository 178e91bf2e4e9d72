import { create } from 'zustand';
import type { CallError } from '../../../../shared/contract/errors.ts';
import type { CallValue } from '../../../../shared/contract/index.ts';
import { getDocument, keyOf, type SpiderKey } from '../../../spider-document/document.ts';
import { isDirty } from '../../../spider-document/document-status.ts';
import { openDocument } from '../../../spider-document/opening.ts';
import { getClient } from '../../../state/client.ts';
import { toast } from '../../../state/toasts.ts';

/** A proof that was made in this window. */
export interface MadeProof {
  readonly proof: CallValue<'proofs.prove'>;
  /** The text that was judged. */
  readonly text: string;
  /** ISO 8601. */
  readonly provedAt: string;
}

interface Proving {
  /** Names its progress; null: none is being made. */
  readonly operation: string | null;
  readonly made: MadeProof | null;
  /** Why the last one could not be made. */
  readonly error: CallError | null;
}

const beginning: Proving = { operation: null, made: null, error: null };

/** Which pages are held back, and which of the stored ones are taken; the command line begins with the same. */
const seed = '1';

const useStore = create<{ spiders: Readonly<Record<string, Proving>> }>(() => ({ spiders: {} }));
const aborts = new Map<string, AbortController>();

/** The proof of a spider that is being made, and the last one of this window. */
export const useProving = (key: SpiderKey): Proving =>
  useStore(({ spiders }) => spiders[keyOf(key)] ?? beginning);

function change(key: SpiderKey, next: Partial<Proving>): void {
  const id = keyOf(key);
  useStore.setState(({ spiders }) => ({
    spiders: { ...spiders, [id]: { ...beginning, ...spiders[id], ...next } },
  }));
}

/** Judges the text that stands in the editor by the pages that are stored with its spider. Nothing happens while that goes on. */
export async function prove(key: SpiderKey): Promise<void> {
  const id = keyOf(key);
  if (aborts.has(id)) return;
  const abort = new AbortController();
  const operation = crypto.randomUUID();
  aborts.set(id, abort);
  change(key, { operation, error: null });
  const error = await openDocument(key);
  const document = getDocument(key);
  if (document === null) change(key, { error });
  else await judge(key, { operation, text: document.text, isEdit: isDirty(document) }, abort.signal);
  aborts.delete(id);
  change(key, { operation: null });
}

async function judge(
  { project, spider }: SpiderKey,
  { operation, text, isEdit }: { operation: string; text: string; isEdit: boolean },
  signal: AbortSignal,
): Promise<void> {
  const args = { project, spider, pages: null, seed, operation, ...(isEdit ? { text } : {}) };
  const answer = await getClient().call('proofs.prove', args, { signal });
  if (answer.ok) {
    const made = { proof: answer.value, text, provedAt: new Date().toISOString() };
    change({ project, spider }, { made });
  } else if (answer.error.code === 'cancelled') toast.information('The proof was cancelled');
  else change({ project, spider }, { error: answer.error });
}

/** Gives up the proof that is being made. */
export function cancelProof(key: SpiderKey): void {
  aborts.get(keyOf(key))?.abort();
}
