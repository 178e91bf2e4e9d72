import type { CallValue } from '../../../../shared/contract/index.ts';
import { certificateText } from '../../../proof/certificate.ts';
import type { NewProof } from '../../../store/spiders/proof-queries.ts';

type Proof = Omit<CallValue<'proofs.prove'>, 'kept'>;

/** A proof as it is kept with the version of a spider. @param source where its pages come from */
export function newProof({ verdict, checks, certificate }: Proof, source: NewProof['source']): NewProof {
  const { pages, seed, engine, signature, spider } = certificate;
  const numbersOf = (wanted: Proof['checks'][number]['result']): number[] =>
    checks.filter(({ result }) => result === wanted).map(({ number }) => number);
  return {
    hash: spider.sha256,
    signature,
    verdict,
    source,
    pages: pages.length,
    held: pages.filter(({ isHeld }) => isHeld).length,
    seed,
    engine,
    failed: numbersOf('fail'),
    notRun: numbersOf('not-run'),
    certificate: certificateText(certificate),
  };
}
