import type { CallValue } from '../../../../shared/contract/index.ts';
import { certify, differences, readCertificate } from '../../../proof/certificate.ts';
import { openPages } from '../../../proof/input/open-pages.ts';
import { ProofInputError, type PageSource } from '../../../proof/input/source.ts';
import { prove } from '../../../proof/prove.ts';
import { HostError } from '../../errors.ts';
import { version } from '../../version.ts';

/** Judges a spider by the pages of a folder or WARC file. @throws HostError `bad-pages` */
export async function provePages(
  document: string,
  place: string,
  seed: string,
): Promise<CallValue<'proofs.prove'>> {
  const certificate = await withPages(place, async (source) =>
    certify(await prove(document, source, seed), { document, seed, engine: version }),
  );
  const { verdict, checks } = certificate;
  return {
    verdict,
    checks: plain(checks),
    certificate: { ...certificate, checks: plain(checks), pages: [...certificate.pages] },
  };
}

type Checks = CallValue<'proofs.prove'>['checks'];
const plain = (
  checks: readonly (Omit<Checks[number], 'problems'> & {
    problems: readonly Checks[number]['problems'][number][];
  })[],
): Checks => checks.map((check) => ({ ...check, problems: [...check.problems] }));

/**
 * Repeats the proof of a certificate.
 * @param what the certificate's name in errors
 * @param place pages as for `provePages`; null: only the signature is checked
 * @throws HostError `bad-pages`, `bad-certificate`
 */
export async function verifyCertificate(
  text: string,
  what: string,
  place: string | null,
): Promise<CallValue<'proofs.verify'>> {
  const claim = asHostError('bad-certificate', () => readCertificate(text, what));
  const { document, name } = claim.spider;
  const about = { verdict: claim.verdict, spider: name, pages: claim.pages.length };
  if (place === null) {
    const found = claim.isIntact
      ? []
      : ['The certificate was changed after it was made: its signature is not that of its content.'];
    return { ...about, valid: claim.isIntact, repeated: false, differences: found };
  }
  const again = await withPages(place, async (source) =>
    certify(await prove(document, source, claim.seed), { document, seed: claim.seed, engine: version }),
  );
  const found = differences(claim, again);
  return { ...about, valid: found.length === 0, repeated: true, differences: found };
}

async function withPages<T>(place: string, use: (source: PageSource) => Promise<T>): Promise<T> {
  let source: PageSource | null = null;
  try {
    source = await openPages(place);
    return await use(source);
  } catch (error) {
    throw error instanceof ProofInputError ? new HostError('bad-pages', error.message, error.hint) : error;
  } finally {
    await source?.close();
  }
}

function asHostError<T>(code: 'bad-certificate', use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw error instanceof ProofInputError ? new HostError(code, error.message, error.hint) : error;
  }
}
