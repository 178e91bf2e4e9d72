import type { CallValue } from '../../../../shared/contract/index.ts';
import {
  certify,
  differences,
  readCertificate,
  type Certificate,
  type CertificateClaim,
} from '../../../proof/certificate.ts';
import { openPages } from '../../../proof/input/open-pages.ts';
import { ProofInputError, type PageSource } from '../../../proof/input/source.ts';
import { prove, type ProvedPage } from '../../../proof/prove.ts';
import { HostError } from '../../errors.ts';
import type { Job } from '../../threads/serve-host-jobs.ts';
import { version } from '../../version.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { openDraftPages, openOwnPages, openProvedPages, openRunPages } from './own-pages.ts';
import type { ProofNote, ProveOrder, VerifyOrder } from './proofs.ts';

/** What a proof needs of its thread. */
export interface ProofPlace {
  /** Opens the data folder. */
  readonly workspace: () => Workspace;
  readonly job: Pick<Job, 'isCancelled' | 'note'>;
}

type Proof = Omit<CallValue<'proofs.prove'>, 'kept'>;

/** Judges a spider by pages. @throws HostError `bad-pages`, `cancelled` */
export async function provePages(order: ProveOrder, place: ProofPlace): Promise<Proof> {
  const certificate = await judged(order, place, () => openPlace(order, place));
  const { verdict, checks, args, defaults, signature, ...rest } = certificate;
  return {
    verdict,
    checks: plain(checks),
    certificate: {
      ...rest,
      ...(args === undefined ? {} : { args: { ...args } }),
      ...(defaults === undefined ? {} : { defaults: { ...defaults } }),
      pages: certificate.pages.map(plainPage),
      verdict,
      checks: plain(checks),
      signature,
    },
  };
}

type Checks = Proof['checks'];
const plain = (
  checks: readonly (Omit<Checks[number], 'problems'> & {
    problems: readonly Checks[number]['problems'][number][];
  })[],
): Checks => checks.map((check) => ({ ...check, problems: [...check.problems] }));

const plainPage = ({ stored, ...page }: ProvedPage): Proof['certificate']['pages'][number] =>
  stored === undefined ? page : { ...page, stored };

/** Repeats the proof of a certificate. @throws HostError `bad-pages`, `bad-certificate`, `cancelled` */
export async function verifyCertificate(
  { certificate, file, pages: at }: VerifyOrder,
  place: ProofPlace,
): Promise<CallValue<'proofs.verify'>> {
  const claim = asHostError('bad-certificate', () => readCertificate(certificate, file));
  const { document, name } = claim.spider;
  const about = { verdict: claim.verdict, spider: name, pages: claim.pages.length };
  if (at === null) {
    const found = claim.isIntact
      ? []
      : ['The certificate was changed after it was made: its signature is not that of its content.'];
    return { ...about, valid: claim.isIntact, repeated: false, differences: found };
  }
  const { seed, defaults, edition } = claim;
  const again = await judged({ document, seed, defaults, edition }, place, () =>
    typeof at === 'string' ? openFiles(at, claim) : openProvedPages(place.workspace(), at, claim),
  );
  const found = differences(claim, again);
  return { ...about, valid: found.length === 0, repeated: true, differences: found };
}

/** Opens files to repeat a proof. @throws ProofInputError where it was made with pages that are stored with a spider */
async function openFiles(at: string, { pages }: CertificateClaim): Promise<PageSource> {
  if (pages.every(({ stored }) => stored === undefined)) return openPages(at);
  throw new ProofInputError(
    'The certificate was made with pages that are stored with a spider, not with pages of files.',
    'Name the spider.',
  );
}

function openPlace({ pages, document, seed }: ProveOrder, { workspace }: ProofPlace): Promise<PageSource> {
  if (typeof pages === 'string') return openPages(pages);
  if ('draft' in pages) return openDraftPages(workspace(), pages, { text: document, seed });
  return 'run' in pages
    ? openRunPages(workspace(), pages.run, { text: document, seed })
    : openOwnPages(workspace(), pages, seed);
}

/** Makes the certificate of a spider with the pages of a source. */
async function judged(
  {
    document,
    seed,
    defaults,
    edition,
  }: Pick<ProveOrder, 'document' | 'seed' | 'defaults'> & Partial<Pick<CertificateClaim, 'edition'>>,
  { job }: ProofPlace,
  open: () => Promise<PageSource>,
): Promise<Certificate> {
  let source: PageSource | null = null;
  try {
    source = await open();
    const proof = await prove(document, followed(source, job), seed, defaults, edition);
    return certify(proof, { document, seed, engine: version });
  } catch (error) {
    throw error instanceof ProofInputError ? new HostError('bad-pages', error.message, error.hint) : error;
  } finally {
    await source?.close();
  }
}

/** A source that tells how far it has been read, and ends a proof that is cancelled. */
function followed(source: PageSource, job: ProofPlace['job']): PageSource {
  let read = 0;
  return {
    ...source,
    body: (page) => {
      if (job.isCancelled) throw new HostError('cancelled', 'It was cancelled.');
      job.note({ page: page.url, share: read / source.pages.length } satisfies ProofNote);
      read += 1;
      return source.body(page);
    },
  };
}

function asHostError<T>(code: 'bad-certificate', use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw error instanceof ProofInputError ? new HostError(code, error.message, error.hint) : error;
  }
}
