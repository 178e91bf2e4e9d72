import type { RequestMessage } from '../../shared/request-message.ts';

export type { RequestMessage };

/** Input and output of fetching, as plain data without sockets or streams. */

/** How much of a body is wanted. */
export interface BodyPart {
  /**
   * Number of decoded bytes of the body that suffice, at most `maxBytes`: a longer body is truncated and marked instead of being
   * a problem. Left out: the whole body.
   */
  cutAt?: number | undefined;
  /** Whether a truncated body is of no use: one that is announced as longer is not read at all. */
  onlyWhole?: boolean | undefined;
  /** What becomes of a long body of a successful answer. Left out: it is in memory as a whole, as short ones are. */
  long?: LongBody | undefined;
}

/** Takes a body that is too long to be held in memory. */
export interface LongBody {
  /** Bytes up to which a body is held in memory. */
  readonly from: number;
  /**
   * Called when a body is longer than `from`; all of it is then handed over, from its first byte. Called again if the request is
   * sent again, which makes void what was handed over before.
   * @param first its first bytes, at least `from`
   * @returns null: it is not wanted, and is cut here
   */
  open(first: Uint8Array, headers: Readonly<Record<string, string>>): BodySink | null;
}

/** Takes the decoded bytes of a body as they come. */
export interface BodySink {
  /** @returns null: more may come at once; else whether more is wanted, once it may come. It never rejects */
  write(piece: Uint8Array): Promise<boolean> | null;
}

/** A page to fetch. */
export interface FetchRequest extends RequestMessage, BodyPart {
  url: string;
}

/** A proxy with its credentials: created just before a fetch and never stored. */
export interface ResolvedProxy {
  /** Identifies the proxy together with its credentials. */
  id: string;
  /** Scheme (`http://`, `https://` or `socks5://`), host and port, without credentials. */
  url: string;
  credentials?: { username: string; password: string };
  /** Name under which the credentials are stored (`env:NAME`), for messages. */
  secret?: string;
}

/** Limits of one fetch. Sizes in bytes, times in milliseconds. */
export interface FetchLimits {
  /** Decoded size of the body; a larger body is a problem. */
  maxBytes: number;
  /** Ratio of decoded to encoded bytes above which a body counts as a decompression bomb. */
  maxRatio: number;
  /** Whole exchange of one hop, from connecting to the last byte. */
  timeoutMs: number;
  /** Name lookup, connection and TLS handshake. */
  connectTimeoutMs: number;
  /** Time to the first byte of the response, and between chunks. */
  idleTimeoutMs: number;
  maxRedirects: number;
  /** Length of a URL in characters. */
  maxUrlLength: number;
  /** Total size of the response headers in bytes. */
  maxHeaderBytes: number;
}

/** A redirect that was followed. */
export interface Hop {
  url: string;
  status: number;
  /** The delay in seconds that the page asked for, if its meta refresh was followed. */
  refreshSeconds?: number;
}

/** What is known of a redirect before it is followed. */
export interface HopKind {
  /** Whether it comes from the HTTP cache. */
  replayed?: boolean;
  /** Whether method and body go along, which only requests other than GET have. */
  keepsMessage?: boolean;
}

/** Why a fetch has no page. `code` is stable and for programs, `message` is one sentence for people. */
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
    | 'action'
    | 'aborted';
  message: string;
  /** Whether the same request may succeed later. */
  transient: boolean;
  /** When to retry; left out: after the usual delay, as often as usual. */
  retry?: {
    /** Delay in milliseconds. */
    afterMs: number;
    /** Retry regardless of the number of tries, because another route is used. */
    always: boolean;
    /** No other request of its origin is sent sooner. */
    wholeOrigin: boolean;
    /** Nothing was sent to the site, so it does not count as a try. */
    unsent?: boolean;
  };
}

/** The status line and the headers of a response. */
export interface ResponseHead {
  /** `HTTP/1.1 200 OK`, or `HTTP/2 200`, which has no reason phrase; null: not known. */
  statusLine: string | null;
  /** Names and values, alternating, in the order and spelling received. */
  fields: readonly string[];
}

/** A response, whatever its status. */
export interface FetchedPage {
  url: string;
  /** URL after redirects, without its fragment. */
  finalUrl: string;
  /** Redirects that were followed, in order. */
  hops: Hop[];
  status: number;
  /** Lower-case names; several values of a name are joined by ", ". */
  headers: Record<string, string>;
  /** The head as received; left out if it is not known, as from the HTTP cache or a browser. */
  head?: ResponseHead;
  /** Decoded (decompressed) body; the first bytes of one that was handed to a sink. */
  body: Uint8Array;
  /** Size of a body that was handed to a sink (`BodyPart.long`); left out: `body` is all of it. */
  sunkBytes?: number;
  /** The body as received, if it was gzip: it can be stored without compressing it again. */
  gzip?: Uint8Array;
  durationMs: number;
  /** The body was longer and was truncated at `cutAt`. */
  wasCut?: boolean;
  /** Replayed from the HTTP cache; the site was not contacted. */
  fromCache?: boolean;
  /** When a replayed response was received, in milliseconds since 1970; left out for others. */
  cachedAt?: number;
  /** Id of the proxy that was used; left out if fetched directly or from the cache. */
  proxyId?: string;
}

/** Result of a fetch. */
export type FetchResult = { ok: true; page: FetchedPage } | { ok: false; problem: FetchProblem; hops: Hop[] };
