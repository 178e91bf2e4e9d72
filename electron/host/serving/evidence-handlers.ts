import { createHash } from 'node:crypto';
import type { Handler } from '../data/call-context.ts';
import { pictureOfPage } from '../work/page-picture.ts';
import type { Tester } from '../work/tester/tester.ts';

/** What the handlers of evidence need. */
interface EvidenceServices {
  tester: Pick<Tester, 'provenance' | 'picture' | 'evidence'>;
  dataDir: string;
}

/** Creates the handlers that tell and prove where values come from. */
export function createEvidenceHandlers({ tester, dataDir }: EvidenceServices): {
  readonly [N in 'results.provenance' | 'results.evidence']: Handler<N>;
} {
  return {
    'results.provenance': (args, { signal }) => tester.provenance(args, signal),
    'results.evidence': async (args, { signal }) => {
      const picture = await pictureOfPage(dataDir, await tester.picture(args, signal));
      const files = await tester.evidence({ ...args, picture }, signal);
      return {
        files: files.map(({ name, bytes }) => ({
          name,
          data: Buffer.from(bytes).toString('base64'),
          bytes: bytes.byteLength,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        })),
        noPicture: picture.reason,
      };
    },
  };
}
