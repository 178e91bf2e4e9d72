/** A response that is stored to be replayed. */
export interface CachedResponse {
  url: string;
  status: number;
  /** URL after redirects, and the redirects. */
  finalUrl: string;
  hops: { url: string; status: number; refreshSeconds?: number }[];
  /** Response headers with lower-case names. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** The cached responses of one spider, by the fingerprint of their request (see `fingerprint.ts`). */
export interface HttpCache {
  /** Returns the response to a request and the time it was received (milliseconds since 1970); null if none can be used. */
  get(fingerprint: string): Promise<{ response: CachedResponse; storedAt: number } | null>;
  /** Stores a response, replacing an earlier one. Resolves when it is written. */
  put(fingerprint: string, response: CachedResponse): Promise<void>;
  /** Removes a response, if there is one. */
  remove(fingerprint: string): Promise<void>;
}
