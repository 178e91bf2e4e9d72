/** A response of a site as it is kept to be replayed. */
export interface CachedResponse {
  url: string;
  status: number;
  /** URL after redirects, and the redirects that led there. */
  finalUrl: string;
  hops: { url: string; status: number }[];
  /** Names in lower case. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** The responses that one spider keeps, by the fingerprint of their request (see `fingerprint.ts`). */
export interface HttpCache {
  /** The response to a request, and when it came, in milliseconds since 1970; null: there is none that can be used. */
  get(fingerprint: string): Promise<{ response: CachedResponse; storedAt: number } | null>;
  /** Keeps a response in place of an earlier one. Resolves when it is written. */
  put(fingerprint: string, response: CachedResponse): Promise<void>;
}
