/** What a status says, in the words of RFC 9110 and RFC 6585; null: no answer came. */
export function statusWords(status: number | null): string {
  if (status === null) return 'No answer';
  return words[status] ?? classes[Math.floor(status / 100)] ?? 'Unknown';
}

const words: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  203: 'Non-authoritative',
  204: 'No content',
  206: 'Partial content',
  301: 'Moved permanently',
  302: 'Found elsewhere',
  303: 'See other',
  304: 'Not modified',
  307: 'Moved for now',
  308: 'Moved permanently',
  400: 'Bad request',
  401: 'Login required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  408: 'Request timeout',
  410: 'Gone',
  418: 'Refused',
  429: 'Too many requests',
  451: 'Legal reasons',
  500: 'Server error',
  502: 'Bad gateway',
  503: 'Unavailable',
  504: 'Gateway timeout',
  520: 'Unknown error',
  522: 'Connection timeout',
  524: 'Timeout',
};

const classes: Readonly<Record<number, string>> = {
  1: 'Information',
  2: 'Success',
  3: 'Redirect',
  4: 'Refused',
  5: 'Server error',
};

export type StatusTone = 'success' | 'info' | 'warning' | 'danger' | 'neutral';

export function statusTone(status: number | null): StatusTone {
  if (status === null) return 'danger';
  if (status < 300) return 'success';
  if (status < 400) return 'info';
  return status < 500 ? 'warning' : 'danger';
}
