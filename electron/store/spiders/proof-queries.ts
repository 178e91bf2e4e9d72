import type { SpiderName } from '../history/crawl-history-queries.ts';
import type { DraftPlace } from './draft-queries.ts';

/** What a proof says, without its certificate. */
export interface ProofSummary {
  verdict: 'proved' | 'refused' | 'incomplete';
  /** `own-pages`: pages that are stored with the spider. */
  source: 'own-pages' | 'files';
  /** Number of pages, and how many of them were held back. */
  pages: number;
  held: number;
  seed: string;
  /** The version of Spider Studio that made it. */
  engine: string;
  /** Numbers of the checks that failed, and of those that were not run. */
  failed: readonly number[];
  notRun: readonly number[];
}

/** A proof to keep. */
export interface NewProof extends ProofSummary {
  /** SHA-256 of the text that was judged, in hexadecimal. */
  hash: string;
  /** Tells proofs apart: the same spider, pages and seed give the same one. */
  signature: string;
  /** The certificate as a file. */
  certificate: string;
}

/** A proof that is kept with a version of a spider, or with a draft. */
export interface ProofRow extends ProofSummary {
  id: string;
  /** Number of the version; null: it is kept with a draft. */
  version: number | null;
  /** When it was made last; ISO 8601 in UTC. */
  provedAt: string;
}

/** One that is kept with a version. */
export interface VersionProof extends ProofRow {
  version: number;
}

/** Most proofs that are kept with one version, or one draft. */
export const keptPerVersion = 10;

/** The port to the proofs of spiders. They go with their spider, and no new name changes them. Each method is one transaction. */
export interface ProofQueries {
  /**
   * Keeps a proof with the newest version that has the text, or else with the draft that has it: the draft becomes a version with its
   * proofs of that text. The oldest go where there are too many. The same proof is kept once.
   * @returns null where nothing has the text; @throws StoreError `not-found` where the spider does not exist
   */
  keep(place: DraftPlace, proof: NewProof): Promise<ProofRow | null>;
  /** The newest proofs of all versions, newest first. */
  list(of: SpiderName, limit: number): Promise<VersionProof[]>;
  /** A proof of a spider with its certificate; null: there is none. @throws StoreError `damaged` */
  get(of: SpiderName, id: string): Promise<(VersionProof & { certificate: string }) | null>;
}
