import type { VersionMarkProps } from '../../contributions/version-mark.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { verdictTones, verdictWords, versionProofSentence } from './proof/version-proof.ts';

/** What the newest proof of a version came to; nothing where there is none. */
export function VersionMark({ project, spider, version }: VersionMarkProps) {
  const { value } = useCall('proofs.list', { project, spider });
  const proof = value?.find((each) => each.version === version);
  if (proof === undefined) return null;
  return (
    <Badge tone={verdictTones[proof.verdict]} title={versionProofSentence(proof)}>
      {verdictWords[proof.verdict]}
    </Badge>
  );
}
