import type { Spider } from '../../../shared/spider/schema.ts';
import { fingerprintRequest } from '../../engine/fingerprint.ts';
import type { OfflineOutput } from '../../engine/offline.ts';
import { requestPrint } from '../requested.ts';
import type { ProofPage } from '../types.ts';
import type { PageFacts } from './types.ts';

/** Most requests that are told apart. */
const maxRequests = 100_000;

/** Counts the requests that pages show: the pages themselves, and where their links and rows lead in a crawl. Each counts once. */
export class ShownRequests {
  readonly #known = new Set<string>();
  readonly #rules: Spider['rules'];

  constructor({ rules }: Spider) {
    this.#rules = rules;
  }

  /** At least so many requests are made by a crawl. */
  get count(): number {
    return this.#known.size;
  }

  /** @param page one that was requested @param by how the page is reached: the links of a rule that is not followed lead nowhere */
  add(page: ProofPage, by: PageFacts['by'], { links, rows }: Pick<OfflineOutput, 'links' | 'rows'>): void {
    this.#count(requestPrint(page));
    for (const { request } of rows)
      if (request !== null) this.#count(fingerprintRequest(request.url, request.message));
    if (typeof by === 'number' && this.#rules?.[by]?.follow === false) return;
    for (const { fingerprint } of links) this.#count(fingerprint);
  }

  #count(fingerprint: string): void {
    if (this.#known.size < maxRequests) this.#known.add(fingerprint);
  }
}
