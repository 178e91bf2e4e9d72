/** What a request says besides its URL. A plain GET says nothing. */
export interface RequestMessage {
  /** In upper case; GET if left out. */
  method?: string;
  /** Headers in addition to those of the session. */
  headers?: Record<string, string>;
  /** Sent in UTF-8; left out: none. */
  body?: string;
}

/** A value of a form. A list gives one pair for each of its values. */
export type FormValue = string | number | boolean | readonly (string | number | boolean)[];

/** The type of a form's body. */
export const formType = 'application/x-www-form-urlencoded';

/** Writes a form as browsers send it (WHATWG URL standard, application/x-www-form-urlencoded serializing). */
export function encodeForm(form: Readonly<Record<string, FormValue>>): string {
  return Object.entries(form)
    .flatMap(([name, value]) =>
      [value].flat().map((each) => `${encodePart(name)}=${encodePart(String(each))}`),
    )
    .join('&');
}

/** Everything but letters, digits and "*-._" is percent-encoded; a space is "+". */
function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll(/[!'()~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Adds a form to the query of a URL. */
export function withQuery(url: string, form: Readonly<Record<string, FormValue>>): string {
  const [address = '', ...fragment] = url.split('#');
  const query = encodeForm(form);
  if (query === '') return url;
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return [`${address}${joint}${query}`, ...fragment].join('#');
}

/** What tells the request of a message from others for its URL: headers do not, and may be nobody's business. */
export const identityOf = ({ method, body }: RequestMessage): RequestMessage => ({
  ...(method === undefined ? {} : { method }),
  ...(body === undefined ? {} : { body }),
});

/** Whether a message is that of a plain GET, so that its URL alone tells its request from others. */
export const isPlain = (message: RequestMessage | null | undefined): boolean =>
  message === null ||
  message === undefined ||
  ((message.method ?? 'GET') === 'GET' && message.body === undefined);
