import { createLoginCheck, LoginWatch } from '../../../engine/login-watch.ts';
import { readBody } from '../../../engine/read-body.ts';
import { asksForLogin, isLoginAddress } from '../../../extract/analyze/login-form.ts';
import { elementsBelow } from '../../../extract/walk.ts';

/** An answer to a request that was made with a login. */
export interface AnswerToLogin {
  /** The address that was asked for. */
  asked: string;
  /** Its addresses after that, the last of which sent the body. */
  urls: readonly string[];
  /** HTTP status; null: it was looked at before. */
  status: number | null;
  body: Uint8Array;
  contentType: string | null;
}

/**
 * Why an answer tells that the login has expired, in a sentence; null: it does not. A person has asked for one page, so a login form
 * tells it even without a redirect.
 * @param signal SESSION_EXPIRED_SIGNAL; null: none
 */
export function expiredLogin(
  signal: string | null,
  { asked, urls, status, body, contentType }: AnswerToLogin,
): string | null {
  const url = urls.at(-1) ?? asked;
  const watch = new LoginWatch({ name: '', signal });
  if (urls.some((one) => watch.meetsUrl(one))) return watch.reached()?.message ?? null;
  if (status === 401) return `${url} asks for a login (status 401).`;
  const read = readBody(body, contentType);
  const page = read.ok ? read.page : null;
  const text = read.ok ? read.text : new TextDecoder().decode(body);
  const told = createLoginCheck(signal)({ url, text, page, isRedirectedStart: false });
  if (told !== null) return told;
  const isLed = !isLoginAddress(asked) && isLoginAddress(url);
  if (isLed) return `The site led to ${url}, which is for logging in.`;
  const isForm = page?.kind === 'html' && asksForLogin(elementsBelow(page.document), url);
  return isForm ? `${url} asks for a password.` : null;
}
