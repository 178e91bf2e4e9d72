/** What an HTTP/2 error means for the request. */
export interface Http2Fault {
  /**
   * `resend`: the server has not processed it; `http/1.1`: HTTP/2 does not work with this host; `none`: same as over HTTP/1.1.
   */
  remedy: 'resend' | 'http/1.1' | 'none';
  /** The data was not HTTP/2 at all. */
  isInvalid: boolean;
  /** Other requests were in progress on the connection and may have caused the fault. */
  isShared: boolean;
}

/** Why a request over HTTP/2 failed; `message` is a phrase that follows the name of the host. */
export class Http2Error extends Error {
  override readonly name = 'Http2Error';
  readonly fault: Http2Fault;

  constructor(message: string, fault: Http2Fault) {
    super(message);
    this.fault = fault;
  }
}

/** Error code names of RFC 9113, section 7, by number. */
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

/** The connection was lost, or accepts no new requests. */
export function lost(remedy: Remedy, isShared: boolean): Http2Error {
  const message = 'closed the connection before its answer was complete';
  return new Http2Error(message, { remedy, isInvalid: false, isShared });
}

/** The response was terminated by either side, with an error code of RFC 9113. */
export function broken(code: number, remedy: Remedy, isShared: boolean): Http2Error {
  const message = `aborted its response (HTTP/2: ${names[code] ?? `error ${code}`})`;
  return new Http2Error(message, { remedy, isInvalid: false, isShared });
}

/** The server violates the protocol, so the rest of the connection cannot be parsed. */
export function invalid(isShared: boolean): Http2Error {
  const message = 'answered with something that is not valid HTTP/2';
  return new Http2Error(message, { remedy: 'http/1.1', isInvalid: true, isShared });
}
