import type { ProofCheck } from '../../../shared/contract/types.ts';
import { CertificateSchema } from '../../../shared/contract/calls/proofs.ts';
import { ownCheck } from '../../schemas/checker.ts';
import type { VersionProof } from '../../store/spiders/proof-queries.ts';
import { HostError } from '../errors.ts';
import type { DataHandlers } from './data-context.ts';
import { requireSpider } from './stored-spiders.ts';

/** Most proofs in one list. */
const listed = 100;

const isCertificate = ownCheck(CertificateSchema);

const keptProof = ({ failed, notRun, ...row }: VersionProof) => ({
  ...row,
  failed: [...failed],
  notRun: [...notRun],
});

/** Handlers of the calls about the proofs that are kept with a spider. */
export const proofHandlers: DataHandlers<'proofs'> = {
  'proofs.list': async (of, { workspace }) => {
    await requireSpider(workspace, of.project, of.spider);
    return (await workspace.queries.proofs.list(of, listed)).map(keptProof);
  },
  'proofs.get': async ({ id, ...of }, { workspace }) => {
    await requireSpider(workspace, of.project, of.spider);
    const found = await workspace.queries.proofs.get(of, id);
    if (found === null) {
      throw new HostError(
        'unknown-proof',
        `The spider "${of.spider}" has no proof ${id}.`,
        'Prove it again. Of each version, the newest proofs are kept.',
      );
    }
    return { ...keptProof(found), certificate: found.certificate, checks: checksOf(found.certificate) };
  },
};

/** The checks of a certificate; none where an unknown version has written it. */
function checksOf(certificate: string): ProofCheck[] {
  const read: unknown = JSON.parse(certificate);
  return isCertificate(read) ? read.checks : [];
}
