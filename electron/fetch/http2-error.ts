export interface Http2Fault {
  /** `resend`: the server has not worked on it; `http/1.1`: HTTP/2 does not work with this host; `none`: as over HTTP/1.1. */
  remedy: 'resend' | 'http/1.1' | 'none';
  /** What came is no HTTP/2 at all. */
  isInvalid: boolean;
  /** Other requests were under way on the connection, so that the fault may have been of one of them. */
  isShared: boolean;
}

/** Why a request over HTTP/2 has no answer; `message` is a part of a sentence, to go behind the name of the host. */
export class Http2Error extends Error {
  override readonly name = 'Http2Error';
  readonly fault: Http2Fault;

  constructor(message: string, fault: Http2Fault) {
    super(message);
    this.fault = fault;
  }
}

/** Names of RFC 9113, section 7, by their numbers. */
const names = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
];

type Remedy = Http2Fault['remedy'];

/** The connection is no longer there, or takes nothing new. */
export function lost(remedy: Remedy, isShared: boolean): Http2Error {
  const message = 'closed the connection before its answer was complete';
  return new Http2Error(message, { remedy, isInvalid: false, isShared });
}

/** The server, or we for it, ended the answer, with a code of RFC 9113. */
export function broken(code: number, remedy: Remedy, isShared: boolean): Http2Error {
  const message = `broke off its answer (HTTP/2: ${names[code] ?? `error ${code}`})`;
  return new Http2Error(message, { remedy, isInvalid: false, isShared });
}

/** The server does not keep to the protocol, so nothing that comes from it can be understood any more. */
export function invalid(isShared: boolean): Http2Error {
  const message = 'answered with something that is not valid HTTP/2';
  return new Http2Error(message, { remedy: 'http/1.1', isInvalid: true, isShared });
}
