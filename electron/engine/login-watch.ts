import { readSignal, type SessionSignal } from '../../shared/spider/session-signal.ts';
import { asksForLogin } from '../extract/analyze/login-form.ts';
import type { Page } from '../extract/page.ts';
import { selectorFor } from '../extract/select.ts';
import { elementsBelow, textContent } from '../extract/walk.ts';
import { compilePattern } from '../patterns/compile.ts';
import type { CrawlEnd } from './limits.ts';

/** What is known of a page when it is looked at for a sign of an expired login. */
export interface LookedAt {
  /** URL after redirects. */
  url: string;
  text: string;
  page: Page | null;
  isRedirectedStart: boolean;
}

/** Finds on pages what tells that a login has expired: the signal of the spider, or a login form behind a start URL. */
export function createLoginCheck(signal: string | null): (seen: LookedAt) => string | null {
  const read = signal === null ? null : readSignal(signal);
  return ({ url, text, page, isRedirectedStart }) => {
    if (read !== null && isMet(read, text, page)) return `${url} shows what SESSION_EXPIRED_SIGNAL names.`;
    const isForm =
      isRedirectedStart && page?.kind === 'html' && asksForLogin(elementsBelow(page.document), url);
    return isForm ? `A start URL leads to ${url}, which asks for a login.` : null;
  };
}

function isMet(signal: SessionSignal, text: string, page: Page | null): boolean {
  if (signal.kind === 'url') return false;
  if (signal.kind === 'text') {
    if (text.includes(signal.text)) return true;
    if (page?.kind !== 'html') return false;
    return collapsed(textContent(page.document)).includes(collapsed(signal.text));
  }
  if (page === null || page.kind === 'json') return false;
  const reading = selectorFor('css', signal.source);
  try {
    return reading.ok && reading.selector.select(page.document).length > 0;
  } catch {
    // A selector that takes too long on a page does not tell anything of it.
    return false;
  }
}

const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Watches the login of a run: once it has expired, no request starts and the run pauses itself. */
export class LoginWatch {
  readonly #name: string;
  /** Whether a URL is that of the login page. */
  readonly isLoginUrl: (url: string) => boolean;
  #message: string | null = null;

  constructor({ name, signal }: { name: string; signal: string | null }) {
    this.#name = name;
    const read = signal === null ? null : readSignal(signal);
    const pattern = read?.kind === 'url' ? compilePattern(read.pattern) : null;
    this.isLoginUrl = (url) => {
      try {
        return pattern?.test(url) === true;
      } catch {
        return false;
      }
    };
  }

  /** Whether a URL is that of the login page. Then it says so to the run, too. */
  meetsUrl(url: string): boolean {
    if (!this.isLoginUrl(url)) return false;
    this.met(`The site led to ${url}, which SESSION_EXPIRED_SIGNAL names.`);
    return true;
  }

  /** The login has expired. @param message why that is known, in a sentence */
  met(message: string): void {
    this.#message ??= message;
  }

  /** Why the crawl ends, or null. */
  reached(): Extract<CrawlEnd, { kind: 'login-expired' }> | null {
    const message = this.#message;
    return message === null ? null : { kind: 'login-expired', login: this.#name, message };
  }
}
