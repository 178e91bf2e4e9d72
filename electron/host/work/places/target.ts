import type { Environment } from '../../../system/environment.ts';
import type { S3Options } from '../../../object-storage/requests.ts';
import { openS3 } from '../../../object-storage/s3.ts';
import { StorageError, type StorageReason } from '../../../object-storage/errors.ts';
import type { ObjectStorage, StorageCredentials } from '../../../object-storage/storage.ts';
import { HostError } from '../../errors.ts';
import { requirePlace } from '../../data/places.ts';
import type { StoredPlace } from '../../data/place-file.ts';
import { readCredentials, systemSources, type SecretSources } from '../proxy-secrets.ts';
import { openSystemRoutes } from '../system-proxy.ts';
import type { ErrorCode } from '../../../../shared/contract/errors.ts';

/** A folder in a bucket, open. */
export interface OpenTarget {
  storage: ObjectStorage;
  /** Begins every key: empty, or with a slash at its end. */
  prefix: string;
  /** As a person knows it, for example `place:nas` or `s3://bucket/prefix`. */
  shown: string;
  /** Tells it from all other places, without a secret. */
  identity: string;
}

/** Options of `openTarget`. */
export interface TargetOptions {
  dataDir: string;
  /** Channel that answers for the proxies of the system; null: the environment. */
  proxyChannel: string | null;
  sources?: SecretSources;
  s3?: Pick<S3Options, 'patience' | 'idleTimeoutMs' | 'now'>;
}

/**
 * Opens `s3://BUCKET/PREFIX`, whose credentials, endpoint and region are those of the usual variables of the environment, or
 * `place:NAME/PREFIX`. Nothing is sent yet.
 * @throws HostError `unknown-place`, `bad-place`, `missing-secret`, `bad-secret`
 */
export async function openTarget(
  text: string,
  { dataDir, proxyChannel, sources = systemSources, s3 = {} }: TargetOptions,
): Promise<OpenTarget> {
  const place = readTarget(text, dataDir, sources.env);
  const credentials =
    place.secret === null
      ? environmentCredentials(sources.env)
      : await readCredentials(place.secret, sources).then(({ username, password }) => ({
          accessKeyId: username,
          secretAccessKey: password,
        }));
  const routes = openSystemRoutes({ dataDir }, proxyChannel, () => undefined);
  return inWords(() => ({
    storage: openS3({ ...s3, place, credentials, routes }),
    prefix: place.prefix === '' ? '' : `${place.prefix}/`,
    shown: text,
    identity: JSON.stringify([place.endpoint, place.region, place.bucket, place.prefix]),
  }));
}

function readTarget(text: string, dataDir: string, env: Environment): StoredPlace {
  const [, scheme = '', first = '', rest = ''] = /^(s3:\/\/|place:)([^/]*)\/?(.*)$/s.exec(text) ?? [];
  const under = rest.replaceAll(/^\/+|\/+$/g, '');
  if (/(?:^|\/)\.{1,2}(?:\/|$)|\/\/|\p{C}/u.test(under) || first === '')
    throw new HostError(
      'bad-place',
      `"${text}" is no place.`,
      'For example s3://my-bucket/backups or place:nas.',
    );
  if (scheme === 'place:') {
    const place = requirePlace(dataDir, first);
    return { ...place, prefix: [place.prefix, under].filter((part) => part !== '').join('/') };
  }
  const endpoint = valueOf(env, 'AWS_ENDPOINT_URL_S3') ?? valueOf(env, 'AWS_ENDPOINT_URL');
  const region = valueOf(env, 'AWS_REGION') ?? valueOf(env, 'AWS_DEFAULT_REGION') ?? 'us-east-1';
  // Amazon finds a bucket by its host name; other services rarely have a name for each bucket.
  return {
    name: '',
    endpoint,
    region,
    bucket: first,
    prefix: under,
    pathStyle: endpoint !== null,
    secret: null,
  };
}

const valueOf = (env: Environment, name: string): string | null => {
  const value = env[name];
  return value === undefined || value === '' ? null : value;
};

function environmentCredentials(env: Environment): StorageCredentials {
  const accessKeyId = valueOf(env, 'AWS_ACCESS_KEY_ID');
  const secretAccessKey = valueOf(env, 'AWS_SECRET_ACCESS_KEY');
  if (accessKeyId !== null && secretAccessKey !== null)
    return { accessKeyId, secretAccessKey, sessionToken: valueOf(env, 'AWS_SESSION_TOKEN') ?? undefined };
  const absent = accessKeyId === null ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY';
  throw new HostError(
    'missing-secret',
    `The environment has no ${absent}.`,
    'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY where Spider Studio is started, or add a place with a secret of the keychain.',
  );
}

const codes: Readonly<Record<StorageReason, ErrorCode>> = {
  'wrong-key': 'storage-refused',
  'access-denied': 'storage-refused',
  clock: 'storage-refused',
  'no-bucket': 'bad-place',
  'wrong-place': 'bad-place',
  'bad-place': 'bad-place',
  'not-found': 'not-found',
  exists: 'exists',
  changed: 'storage-failed',
  full: 'storage-full',
  busy: 'storage-unreachable',
  unreachable: 'storage-unreachable',
  unsupported: 'storage-failed',
  cancelled: 'cancelled',
  failed: 'storage-failed',
};

/** An error of an object storage as one of the application; others stay as they are. */
function storageErrorInWords(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  const { reason, message, hint } = error;
  return new HostError(codes[reason], message, hint, { reason }, error);
}

/** Does something with an object storage. @throws HostError where it throws StorageError */
export async function inWords<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageErrorInWords(error);
  }
}
