import type { Request } from 'playwright';
import {
  maxAnswerLength,
  mayHoldJson,
  pagingHeaders,
  type NetworkAnswer,
} from '../../shared/network-answer.ts';

/** Receives an answer that a page has got, with its headers as they were sent. */
export type OnAnswer = (answer: NetworkAnswer) => void;

/** What scripts ask for data. A script across origins names the function that it wants to be called. */
const isAskedFor = (type: string, url: string): boolean =>
  type === 'xhr' || type === 'fetch' || (type === 'script' && /[?&][\w.]*(?:callback|jsonp|cb)=/i.test(url));

/** Hands on the answers of one rendering that may be JSON. */
export class SeenAnswers {
  readonly #onAnswer: OnAnswer;
  readonly #underWay = new Set<Promise<void>>();

  constructor(onAnswer: OnAnswer) {
    this.#onAnswer = onAnswer;
  }

  /** Reads the answer to a request that has ended. */
  finished(request: Request): void {
    if (!isAskedFor(request.resourceType(), request.url())) return;
    const reading = this.#read(request)
      // The page may have gone on, and its answers with it.
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(reading));
    this.#underWay.add(reading);
  }

  /** Waits for the answers that are being read. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #read(request: Request): Promise<void> {
    const response = await request.response();
    if (response === null) return;
    const { 'content-type': contentType = null, 'content-length': length = '0' } = response.headers();
    const status = response.status();
    if (!mayHoldJson(status, contentType) || Number(length) > maxAnswerLength) return;
    this.#onAnswer({
      url: request.url().split('#', 1)[0] ?? '',
      method: request.method().toUpperCase(),
      requestHeaders: request.headers(),
      requestBody: request.postData(),
      status,
      contentType,
      ...pagingHeaders(response.headers()),
      body: await response.text(),
    });
  }
}
