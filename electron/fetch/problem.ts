import { counted } from '../../shared/counted.ts';
import { BlockedAddressError } from './address.ts';
import { certificateReason } from './certificates.ts';
import { codeOf } from './error-code.ts';
import { Http2Error } from './http2-error.ts';
import { isShortage } from './open-sockets.ts';
import type { FetchLimits, FetchProblem } from './types.ts';

/** Creates a problem; `message` is one sentence that says what happened, where, and what to do. */
export function problem(code: FetchProblem['code'], message: string, transient = false): FetchProblem {
  return { code, message, transient };
}

/** The fetch was stopped by its signal, or because the client was closed. */
export const abortedProblem = problem('aborted', 'The fetch was stopped before it had finished.', true);

/** The decoded body exceeds the size limit. */
export function tooLargeProblem(url: URL, maxBytes: number): FetchProblem {
  return problem(
    'too-large',
    `${shown(url)} is larger than the limit of ${size(maxBytes)}, so it was cut off.`,
  );
}

/** The body consists of too many chunks to process. */
export function tooManyPiecesProblem(url: URL, most: number): FetchProblem {
  const what = `came in more than ${most.toLocaleString('en')} pieces of a few bytes each`;
  return problem('too-large', `${shown(url)} ${what}, so it was cut off.`);
}

/** The body is a decompression bomb. */
export function bombProblem(url: URL, maxRatio: number): FetchProblem {
  const what = `unpacks to more than ${maxRatio} times what was sent`;
  return problem('bomb', `${shown(url)} ${what}, so it was taken for a decompression bomb and cut off.`);
}

/** The exchange exceeded its time limit. */
export function overdueProblem(url: URL, timeoutMs: number): FetchProblem {
  const message = `${url.host} did not finish its answer within ${seconds(timeoutMs)}; it may be busy, try again later.`;
  return problem('timeout', message, true);
}

/** The request was not sent because of this machine's resources, so it does not count as a try. */
function shortageProblem({ host }: URL): FetchProblem {
  const message = `${host} was not contacted: ${shortageWords}`;
  const retry = { afterMs: 1000, always: true, wholeOrigin: false, unsent: true };
  return { ...problem('local', message, true), retry };
}

/** Message for a connection that could not be opened. */
export const shortageWords =
  'this computer opens no more connections for Spider Studio; end other programs, raise the limit of open files, or lower CONCURRENT_REQUESTS.';

/** Only interim responses (1xx) arrived. */
export function interimProblem(url: URL, most: number): FetchProblem {
  return problem(
    'protocol',
    `${url.host} sent more than ${most.toLocaleString('en')} interim answers (status 1xx) and no page.`,
  );
}

/** Statuses that undici rejects, by its message, as these errors have no codes. */
const oddStatuses: Record<string, string> = {
  'bad response': 'answered with the status 100 (Continue), which was not requested, instead of a page',
  'bad upgrade': 'switches the protocol (status 101), which was not requested',
};

/**
 * Converts an error of undici, HTTP/2, Node's sockets, TLS or DNS to a problem. Never throws; an unknown error counts as a
 * connection error that may pass.
 * @param url the URL that was fetched
 */
export function problemFromError(error: unknown, url: URL, limits: FetchLimits): FetchProblem {
  if (error instanceof BlockedAddressError) return problem('blocked-address', error.message);
  if (isShortage(error)) return shortageProblem(url);
  const code = codeOf(error);
  const { host, hostname } = url;
  if (error instanceof Http2Error) {
    const { isInvalid } = error.fault;
    return problem(isInvalid ? 'protocol' : 'connection', `${host} ${error.message}.`, !isInvalid);
  }
  const oddStatus = oddStatuses[textOf(error)];
  if (code === 'UND_ERR_SOCKET' && oddStatus !== undefined)
    return problem('connection', `${host} ${oddStatus}.`, true);
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return problem(
        'timeout',
        `${host} did not accept a connection within ${seconds(limits.connectTimeoutMs)}; it may be down or unreachable from here.`,
        true,
      );
    case 'UND_ERR_HEADERS_TIMEOUT':
      return problem(
        'timeout',
        `${host} did not begin to answer within ${seconds(limits.idleTimeoutMs)}; it may be busy, try again later.`,
        true,
      );
    case 'UND_ERR_BODY_TIMEOUT':
      return problem(
        'timeout',
        `${host} sent nothing for ${seconds(limits.idleTimeoutMs)} in the middle of its response; try again later.`,
        true,
      );
    case 'ENOTFOUND':
    case 'ENODATA':
      return problem(
        'dns',
        `The host name ${hostname} was not found; check its spelling and the network connection.`,
        true,
      );
    case 'EAI_AGAIN':
    case 'ESERVFAIL':
    case 'ETIMEOUT':
    case 'EAI_FAIL':
      return problem(
        'dns',
        `The host name ${hostname} could not be looked up just now; check the network connection.`,
        true,
      );
    case 'ECONNREFUSED':
      return problem(
        'connection',
        `${host} refused the connection; check the port and whether the server is up.`,
        true,
      );
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return problem('connection', `${host} closed the connection before its answer was complete.`, true);
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return problem(
        'connection',
        `${host} sent another length of ${shown(url)} than it announced (Content-Length), so it may be incomplete.`,
        true,
      );
    case 'HPE_INVALID_EOF_STATE':
      return problem(
        'connection',
        `${host} ended its response early: a part of ${shown(url)} is missing.`,
        true,
      );
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'ENETDOWN':
    case 'EHOSTDOWN':
      return problem(
        'connection',
        `${host} cannot be reached from here; check the network connection.`,
        true,
      );
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'HPE_HEADER_OVERFLOW':
      return problem(
        'too-large',
        `${shown(url)} was answered with more than ${size(limits.maxHeaderBytes)} of headers, which is the limit.`,
      );
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
      return problem(
        'protocol',
        `The request to ${host} cannot be sent: ${textOf(error)}; check the headers in the settings.`,
      );
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_ABORTED':
      return abortedProblem;
    default:
  }
  // undici's parser rejects the status 000.
  if (code.startsWith('HPE_') || code === 'ERR_ASSERTION')
    return problem('protocol', `${host} answered with something that is not valid HTTP.`);
  if (isTlsCode(code)) return tlsProblem(code, host, error);
  return problem('connection', `The connection to ${host} failed: ${textOf(error)}.`, true);
}

/** The body does not match its Content-Encoding. `truncated`: it ends early, so another try may succeed. */
export function decodingProblem(url: URL, encoding: string, truncated: boolean): FetchProblem {
  const what = truncated ? 'ends in the middle of its compressed data' : 'cannot be unpacked';
  return problem('decoding', `${shown(url)} ${what} (Content-Encoding: ${encoding}).`, truncated);
}

function tlsProblem(code: string, host: string, error: unknown): FetchProblem {
  const reasons: Record<string, string> = {
    ERR_SSL_WRONG_VERSION_NUMBER: 'it does not use TLS on this port; try http:// instead of https://',
    ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: 'it supports neither HTTP/1.1 nor HTTP/2 there',
  };
  const reason = certificateReason(error, new Date()) ?? reasons[code] ?? textOf(error);
  return problem('tls', `No secure connection to ${host}: ${reason}.`);
}

function isTlsCode(code: string): boolean {
  return /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|CRL_|INVALID_(?:CA|PURPOSE)$)|SELF_SIGNED|^EPROTO$/.test(
    code,
  );
}

/** Returns the first line of an error's message without a full stop, shortened to fit into a sentence. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.split('\n', 1)[0] ?? '';
  return line.slice(0, 200).replace(/[\s.]+$/, '') || 'unknown error';
}

function shown(url: URL): string {
  const text = `${url.origin}${url.pathname}${url.search}`;
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}

/** Formats a number of bytes for people. */
export function size(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte');
  const kib = bytes / 1024;
  return kib < 1024 ? `${Math.round(kib * 10) / 10} KiB` : `${Math.round((kib / 1024) * 10) / 10} MiB`;
}
