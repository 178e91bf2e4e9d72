import type { ProofPage } from '../types.ts';

/** Pages that a spider is proved by, wherever they are kept. Their bodies are read one at a time. */
export interface PageSource {
  /** `own-pages`: what is stored with the spider, so that a certificate has to tell what is known of each page. */
  readonly kind: 'files' | 'own-pages';
  readonly pages: readonly ProofPage[];
  /** Arguments of the spider in the crawl that stored the pages, as far as they are known. The others have their defaults. */
  readonly args: Readonly<Record<string, string>>;
  /** The body of a page, without its Content-Encoding. @throws ProofInputError where it cannot be read */
  body(page: ProofPage): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Pages or a certificate that cannot be used. The message says what is wrong and where. */
export class ProofInputError extends Error {
  override readonly name = 'ProofInputError';
  /** What to do about it. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** Most pages of one proof, and the largest of them: 20 MiB. */
export const maxPages = 10_000;
export const maxPageBytes = 20 * 1024 * 1024;
