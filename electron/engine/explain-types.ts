/**
 * What a crawl does with a URL.
 * - `extract`: fetches it, and a callback extracts from it
 * - `follow`: fetches it for its links only
 * - `drop`: a rule matches it that neither extracts nor follows
 * - `reject`: no rule matches it
 * - `offsite`: outside `allowed_domains`
 * - `ignored`: an ignored file extension, a URL that is too long, or a start URL that is a sitemap when sitemaps are not read
 * - `invalid`: not an http(s) URL
 */
export type ExplainDecision = 'extract' | 'follow' | 'drop' | 'reject' | 'offsite' | 'ignored' | 'invalid';

/** One check of an explanation. */
export interface ExplainStep {
  /** Index of the rule, from 0; null for a check that applies to every link. */
  rule: number | null;
  /** The pattern or selector that was tested, or null. */
  pattern: string | null;
  kind:
    | 'url'
    | 'start-url'
    | 'domain'
    | 'extension'
    | 'length'
    | 'rules'
    | 'deny'
    | 'allow'
    | 'region'
    | 'callback'
    | 'memory';
  /** Whether the check succeeded: a pattern matched, the domain is allowed, the extension is ignored. */
  matched: boolean;
  message: string;
  /** For an allow pattern that does not match: one that does and differs little. Absent: none is known. */
  better?: string;
}

/** What a crawl does with a URL, and why. */
export interface Explanation {
  /** The URL as it is sent; as given if it is invalid. */
  url: string;
  decision: ExplainDecision;
  /** Index of the rule that decided, from 0; null if none did. */
  rule: number | null;
  /** The pattern that decided, or null. */
  pattern: string | null;
  /** Reason in one or two sentences. */
  reason: string;
  /** The checks, in order. */
  steps: ExplainStep[];
}

/** What is said of a URL, without the checks. */
export type Outcome = Omit<Explanation, 'url' | 'steps'>;
