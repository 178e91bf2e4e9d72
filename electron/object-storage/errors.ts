/** Why an object storage refuses or fails. */
export type StorageReason =
  /** The access key or the signature is refused. */
  | 'wrong-key'
  | 'access-denied'
  | 'no-bucket'
  /** The bucket is in another region or at another endpoint. */
  | 'wrong-place'
  /** The clock of this computer is wrong. */
  | 'clock'
  /** The object or upload does not exist. */
  | 'not-found'
  /** There is an object of this key already. */
  | 'exists'
  /** The object was replaced while it was read. */
  | 'changed'
  /** There is no room left, or the object is too large. */
  | 'full'
  /** The server is busy, and was after every repetition. */
  | 'busy'
  /** The server cannot be reached, or cut every connection. */
  | 'unreachable'
  /** The place itself is not valid, for example the name of its bucket. */
  | 'bad-place'
  /** The server does not know what was asked for. */
  | 'unsupported'
  | 'cancelled'
  /** Anything else. */
  | 'failed';

/** An object storage did not do what it was asked for. Neither the message nor the hint holds a secret. */
export class StorageError extends Error {
  readonly reason: StorageReason;
  readonly hint: string | null;

  constructor(reason: StorageReason, message: string, hint: string | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StorageError';
    this.reason = reason;
    this.hint = hint;
  }
}

/** What a server answered instead of doing what it was asked for. */
export interface Refusal {
  status: number;
  /** Code of the answer, such as `NoSuchBucket`; empty: none, as for a HEAD request. */
  code: string;
  /** Sentence of the answer; it may be empty. */
  message: string;
  /** The region that the answer names; null: none. */
  region: string | null;
  /** Time of the server, in milliseconds since 1970; null: not told. */
  serverTime: number | null;
}

const busyCodes = new Set([
  'SlowDown',
  'ServiceUnavailable',
  'Throttling',
  'ThrottlingException',
  'TooManyRequests',
  'RequestLimitExceeded',
  'InternalError',
  'RequestTimeout',
  'OperationAborted',
  'ConditionalRequestConflict',
]);
const busyStatuses = new Set([429, 500, 502, 503, 504]);

/** Whether the same request may succeed in a moment. */
export function isPassing({ status, code }: Pick<Refusal, 'status' | 'code'>): boolean {
  return busyCodes.has(code) || (busyStatuses.has(status) && code !== 'NotImplemented');
}

/** The most characters of a server's own words that are shown. */
const maxWords = 200;

/**
 * Words the refusal of a server.
 * @param where `s3://BUCKET` and the host
 * @param what the object or the bucket that was asked for
 * @param now of this computer, in milliseconds since 1970
 */
export function refusalError(refusal: Refusal, where: string, what: string, now: number): StorageError {
  const { status, code, region, serverTime } = refusal;
  switch (code) {
    case 'InvalidAccessKeyId':
      return new StorageError('wrong-key', `${where} does not know the access key.`, keyHint);
    case 'SignatureDoesNotMatch':
      return new StorageError(
        'wrong-key',
        `${where} does not accept the signature: the secret key does not belong to the access key.`,
        keyHint,
      );
    case 'ExpiredToken':
    case 'InvalidToken':
      return new StorageError(
        'wrong-key',
        `${where} no longer accepts the session token.`,
        'Renew the temporary credentials.',
      );
    case 'RequestTimeTooSkewed':
      return new StorageError(
        'clock',
        `${where} refuses requests because of their time${clockWords(serverTime, now)}.`,
        'Set the clock of this computer, or let it follow a time server.',
      );
    case 'NoSuchBucket':
      return new StorageError('no-bucket', `${where}: there is no such bucket.`, bucketHint);
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
      return new StorageError(
        'wrong-place',
        region === null
          ? `${where}: the bucket is in another region or at another endpoint.`
          : `${where}: the bucket is in the region ${shortened(region)}.`,
        'Correct the region, or the endpoint, of the place.',
      );
    case 'InvalidBucketName':
      return new StorageError('bad-place', `${where}: that is no name of a bucket.`, bucketHint);
    case 'NoSuchKey':
    case 'NoSuchUpload':
      return new StorageError('not-found', `${what} does not exist in ${where}.`);
    case 'PreconditionFailed':
      return new StorageError('exists', `${what} exists already in ${where}, and was not replaced.`);
    case 'NotImplemented':
      return new StorageError('unsupported', `${where} does not support what is needed${said(refusal)}.`);
    case 'QuotaExceeded':
    case 'InsufficientStorage':
    case 'EntityTooLarge':
    case 'XMinioStorageFull':
      return new StorageError(
        'full',
        `${where} has no room for ${what}${said(refusal)}.`,
        'Make room there, or delete old backups.',
      );
    default:
  }
  if (isPassing(refusal)) {
    return new StorageError(
      'busy',
      `${where} is busy or out of order (status ${status}${code === '' ? '' : `, ${shortened(code)}`}).`,
      'Try again later. What has arrived there already is not sent again.',
    );
  }
  if (status === 301 || status === 307)
    return refusalError({ ...refusal, code: 'PermanentRedirect' }, where, what, now);
  if (status === 401 || status === 403 || code === 'AccessDenied') {
    return new StorageError(
      'access-denied',
      `${where} denies access to ${what}.`,
      'Check the access key, and that it may list, read, write and delete objects of this bucket.',
    );
  }
  if (status === 404) return new StorageError('not-found', `${what} does not exist in ${where}.`);
  if (status === 412) return refusalError({ ...refusal, code: 'PreconditionFailed' }, where, what, now);
  if (status === 507) return refusalError({ ...refusal, code: 'InsufficientStorage' }, where, what, now);
  return new StorageError('failed', `${where} answered with status ${status}${said(refusal)}.`);
}

const keyHint = 'Check the access key and the secret key that the place or the environment names.';
const bucketHint = 'Check the name of the bucket and the endpoint. Buckets are not created here.';

function said({ code, message }: Refusal): string {
  const words = [code, message]
    .filter((part) => part !== '')
    .map(shortened)
    .join(': ');
  return words === '' ? '' : ` (${words.replace(/\.$/, '')})`;
}

/** A server's words on one line. */
function shortened(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > maxWords ? `${line.slice(0, maxWords - 1)}…` : line;
}

function clockWords(serverTime: number | null, now: number): string {
  if (serverTime === null) return '';
  const minutes = Math.round(Math.abs(serverTime - now) / 60_000);
  if (minutes < 1) return '';
  return `: the clock of this computer is ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${serverTime > now ? 'behind' : 'ahead'}`;
}
