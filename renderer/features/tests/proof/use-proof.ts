import type { CallError } from '../../../../shared/contract/errors.ts';
import type { KeptProof, ProofCheck } from '../../../../shared/contract/types.ts';
import { useDocument, type SpiderKey } from '../../../spider-document/document.ts';
import { isDirty } from '../../../spider-document/document-status.ts';
import type { Verdict } from './version-proof.ts';
import { useCall } from '../../../state/query.ts';
import { useProving, type MadeProof } from './proof-store.ts';

/** The proof of a spider that counts: that of the present text, else the newest one. */
export type PresentProof =
  | { readonly from: 'window'; readonly isCurrent: boolean; readonly made: MadeProof }
  | { readonly from: 'version'; readonly isCurrent: boolean; readonly kept: KeptProof };

/** The proof that counts now; null: there is none. Undefined: not known yet. */
export function usePresentProof(key: SpiderKey): PresentProof | null | undefined {
  const { project, spider } = key;
  const { made } = useProving(key);
  const { value: kept } = useCall('proofs.list', { project, spider });
  const text = useDocument(key, (document) => document.text);
  const version = useDocument(key, ({ base }) => base.version);
  const dirty = useDocument(key, isDirty) === true;
  if (made !== null && made.text === text) return { from: 'window', isCurrent: true, made };
  if (kept === null) return undefined;
  const own = dirty ? undefined : kept.find((proof) => proof.version === version);
  if (own !== undefined) return { from: 'version', isCurrent: true, kept: own };
  const [newest] = kept;
  if (made !== null && (newest === undefined || made.provedAt > newest.provedAt))
    return { from: 'window', isCurrent: false, made };
  return newest === undefined ? null : { from: 'version', isCurrent: false, kept: newest };
}

/** A proof in full. */
export interface ShownProof {
  readonly verdict: Verdict;
  readonly checks: readonly ProofCheck[];
  readonly pages: number;
  readonly held: number;
  readonly provedAt: string;
  /** The version that it is kept with; null: none. */
  readonly version: number | null;
  /** The text of its file. */
  readonly certificate: string;
}

/** All of a proof: its checks and its certificate; null: not known yet. */
export function useWholeProof(
  { project, spider }: SpiderKey,
  present: PresentProof,
): { shown: ShownProof | null; error: CallError | null; again: () => void } {
  const id = present.from === 'version' ? present.kept.id : null;
  const { value, error, refresh } = useCall('proofs.get', id === null ? null : { project, spider, id });
  return {
    shown: present.from === 'window' ? wholeOf(present.made) : value,
    error: present.from === 'window' ? null : error,
    again: refresh,
  };
}

function wholeOf({ proof: { verdict, checks, certificate, kept }, provedAt }: MadeProof): ShownProof {
  return {
    verdict,
    checks,
    pages: certificate.pages.length,
    held: certificate.pages.filter(({ isHeld }) => isHeld).length,
    provedAt,
    version: kept?.version ?? null,
    certificate: `${JSON.stringify(certificate, null, 2)}\n`,
  };
}
