import type { Sample } from '../../data/health-facts.ts';

/** What came of sampling a spider. */
export type Sampling =
  | { kind: 'made'; sample: Sample }
  /** @param isBroken whether the spider is to blame, and not this machine or how it was asked */
  | { kind: 'none'; message: string; hint: string | null; isBroken: boolean; run: string | null };

/** What came of the tests of its saved pages. */
export interface Fixtures {
  locked: number;
  /** Names of the parts that are not as locked, with the number of pages. */
  failed: { name: string; pages: number }[];
  /** When the version that broke them was saved; null: not known. */
  since: string | null;
}
