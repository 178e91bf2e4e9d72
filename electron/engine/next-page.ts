import type { RequestMessage } from '../../shared/request-message.ts';
import { bodyValue, withBodyValue } from '../../shared/spider/next-body.ts';
import { queryValue, withQueryValue } from '../../shared/spider/next-query.ts';
import type { NextQuery } from '../../shared/spider/schema.ts';
import type { JsonValue } from '../extract/types.ts';

/** A request: its URL, and what it says besides. */
export interface AskedPage {
  url: string;
  /** Left out: it is a plain GET. */
  message?: RequestMessage;
}

/** The request for the page after another one; null: there is none; `problem`: why it cannot be made, in one sentence. */
type NextPage = AskedPage | { problem: string } | null;

/** The request of a page with a value that its answer has; null: the value says that there is no next page. */
export function pageWithValue(page: AskedPage, query: NextQuery, value: JsonValue): NextPage {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = typeof value === 'string' ? value.trim() : value;
  return text === '' ? null : changed(page, query, text);
}

/** The request of a page with a number that is higher; null: the highest is reached. */
export function pageWithSum(page: AskedPage, query: NextQuery, add: number): NextPage {
  const { name, from, to } = query;
  const { url, message } = page;
  const written = query.in === 'body' ? bodyValue(message?.body ?? '', name) : queryValue(url, name);
  const own = written === null || written === '' ? (from ?? 0) : Number(written);
  if (!Number.isSafeInteger(own)) {
    const where = query.in === 'body' ? 'body of its request' : 'URL of the page';
    return {
      problem: `"${name}" in the ${where} is not a whole number, so it says nothing of the next page.`,
    };
  }
  const next = own + add;
  return typeof to === 'number' && next > to ? null : changed(page, query, next);
}

function changed({ url, message }: AskedPage, query: NextQuery, value: string | number): NextPage {
  const said = message === undefined ? {} : { message };
  if (query.in !== 'body') return { url: withQueryValue(url, query.name, String(value)), ...said };
  if (message?.body === undefined) {
    return { problem: `The page was asked for without a body, so "${query.name}" cannot be set in it.` };
  }
  const body = withBodyValue(message.body, query.name, value);
  if (body === null) return { problem: `"${query.name}" cannot be set in the body of the page's request.` };
  return { url, message: { ...message, body } };
}
