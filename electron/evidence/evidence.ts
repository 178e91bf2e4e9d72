import type { ItemDetail, Provenance } from '../../shared/contract/types.ts';
import type { EvidencePage } from './page-records.ts';

/** What is known of an item, for somebody who must prove it. */
export interface Evidence {
  item: ItemDetail;
  /** Where its values come from; the one that was asked for is the first. */
  values: readonly Provenance[];
  /** The pages that they were taken from, each once. */
  pages: readonly EvidencePage[];
  /** The text of the version of the spider that was carried out. */
  spider: string;
  run: { id: string; startedAt: string | null; endedAt: string | null; application: string };
  /** The page with the element outlined, as a PNG; null: see `noPicture`. */
  picture: Uint8Array | null;
  /** Why there is no picture, in one sentence; null: there is one. */
  noPicture: string | null;
  /** When the bundle is made; ISO 8601 in UTC. */
  madeAt: string;
  /** Version of the application that makes it. */
  application: string;
}

/** Names of the files of a bundle. */
export const bundleNames = {
  readMe: 'README.txt',
  values: 'values.json',
  spider: 'spider.json',
  pages: 'pages.warc',
  picture: 'picture.png',
  sums: 'SHA256SUMS',
} as const;
