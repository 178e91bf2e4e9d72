/** Input and output of fetching. Plain data: no sockets, no streams. */

export interface FetchRequest {
  url: string;
  /** Sent besides those of the session. */
  headers?: Record<string, string>;
  /**
   * So many decoded bytes of the body are enough, `maxBytes` at most: a longer one is cut off there instead of being a
   * problem, and the page says so. Left out: it is wanted whole.
   */
  cutAt?: number | undefined;
}

/** A proxy with what it takes to use it: made just before a fetch, and never written down. */
export interface ResolvedProxy {
  /** Identifies the proxy together with its credentials. */
  id: string;
  /** `http://`, `https://` or `socks5://`, host and port; no credentials. */
  url: string;
  credentials?: { username: string; password: string };
  /** What the credentials are called where they are kept (`env:NAME`), for messages. */
  secret?: string;
}

/** Limits of one fetch. Sizes in bytes, times in milliseconds. */
export interface FetchLimits {
  /** Decoded size; a body that grows beyond is cut off and is an error. */
  maxBytes: number;
  /** Decoded bytes per encoded byte, beyond which a body is taken for a decompression bomb. */
  maxRatio: number;
  /** For the whole exchange, from connecting to the last byte, per hop. */
  timeoutMs: number;
  /** For resolving the name, connecting and TLS. */
  connectTimeoutMs: number;
  /** For the first byte of the answer, and then between any two pieces of it. */
  idleTimeoutMs: number;
  maxRedirects: number;
  /** Characters. */
  maxUrlLength: number;
  /** Bytes of all response headers. */
  maxHeaderBytes: number;
}

export interface Hop {
  url: string;
  status: number;
}

/** Why a fetch gave no page. `code` is stable and for programs, `message` is one sentence for people. */
export interface FetchProblem {
  code:
    | 'blocked-address'
    | 'blocked-hop'
    | 'bad-url'
    | 'bad-redirect'
    | 'too-many-redirects'
    | 'timeout'
    | 'dns'
    | 'connection'
    | 'tls'
    | 'protocol'
    | 'too-large'
    | 'bomb'
    | 'decoding'
    | 'local'
    | 'offline'
    | 'proxy'
    | 'challenge'
    | 'browser'
    | 'aborted';
  message: string;
  /** Whether the same request may succeed when it is tried again. */
  transient: boolean;
  /** When that is; left out: after the usual delay, as often as is usual. */
  retry?: {
    /** Milliseconds. */
    afterMs: number;
    /** However often it was tried before: it goes another way. */
    always: boolean;
    /** Nothing else of its site is to be tried sooner. */
    wholeOrigin: boolean;
    /** Nothing has reached the site, and it does not count as a try. */
    unsent?: boolean;
  };
}

/** An answer, whatever its status. */
export interface FetchedPage {
  url: string;
  /** URL after redirects, without its fragment. */
  finalUrl: string;
  /** The redirects that led there, in order; empty when there were none. */
  hops: Hop[];
  status: number;
  /** Names in lower case; several values of one name are joined by ", ". */
  headers: Record<string, string>;
  /** Decoded (decompressed) body. */
  body: Uint8Array;
  /** The body as it came, where that was gzip: it can be kept without being packed again. */
  gzip?: Uint8Array;
  durationMs: number;
  /** The body was longer and was cut off at `cutAt`. */
  wasCut?: boolean;
  /** Replayed from a cache: the site was not asked. */
  fromCache?: boolean;
  /** Id of the proxy that it was fetched through; left out: fetched directly, or from a cache. */
  proxyId?: string;
}

export type FetchResult = { ok: true; page: FetchedPage } | { ok: false; problem: FetchProblem; hops: Hop[] };
