import { ShieldAlert, ShieldCheck, ShieldQuestionMark, type LucideIcon } from 'lucide-react';
import type { SpiderKey } from '../../../spider-document/document.ts';
import { versionProofSentence, type Verdict } from './version-proof.ts';
import { counted } from '../../../ui/format.ts';
import { usePresentProof, type PresentProof } from './use-proof.ts';

/** The signs of the verdicts. */
export const verdictIcons: Readonly<Record<Verdict, LucideIcon>> = {
  proved: ShieldCheck,
  refused: ShieldAlert,
  incomplete: ShieldQuestionMark,
};

/** Whether the text that is edited is proved, in one line; a click shows the proof. */
export function ProofState({ onShow, ...key }: SpiderKey & { onShow: () => void }) {
  const present = usePresentProof(key);
  if (present === undefined) return null;
  const verdict = present === null || !present.isCurrent ? 'incomplete' : verdictOf(present);
  const Icon = verdictIcons[verdict];
  const isKnown = present?.isCurrent === true;
  return (
    <button
      type="button"
      className="proof-state"
      data-verdict={isKnown ? verdict : undefined}
      title={present === null || present.isCurrent ? undefined : earlierSentence(present)}
      onClick={onShow}
    >
      <Icon size={14} aria-hidden />
      <span className="ellipsis">{stateSentence(present)}</span>
    </button>
  );
}

const verdictOf = (present: PresentProof): Verdict =>
  present.from === 'window' ? present.made.proof.verdict : present.kept.verdict;

/** Whether the present text is proved. */
export function stateSentence(present: PresentProof | null, now: number = Date.now()): string {
  if (present === null) return 'Not proved yet';
  if (!present.isCurrent) return 'Changed since it was proved';
  return earlierSentence(present, now);
}

function earlierSentence(present: PresentProof, now: number = Date.now()): string {
  if (present.from === 'version') return versionProofSentence(present.kept, now);
  const { proof, provedAt } = present.made;
  const { verdict, kept, certificate, checks } = proof;
  const pages = certificate.pages.length;
  const failed = checks.flatMap(({ number, result }) => (result === 'fail' ? [number] : []));
  const version = kept?.version ?? null;
  if (version !== null) return versionProofSentence({ version, verdict, provedAt, pages, failed }, now);
  if (verdict === 'proved') return `The edited text is proved with ${counted(pages, 'page')}`;
  return verdict === 'refused' ? 'The edited text is refused' : 'The edited text is not proved';
}
