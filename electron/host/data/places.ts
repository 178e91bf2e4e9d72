import type { Place } from '../../../shared/contract/types.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataHandlers } from './data-context.ts';
import { readPlaceFile, writePlaceFile, type StoredPlace } from './place-file.ts';
import { isSecretReference } from './secret-reference.ts';

/** Handlers of the calls about places that need only the data folder. */
export const placeHandlers: DataHandlers<'places'> = {
  'places.list': (_, { workspace: { dataDir } }) => readPlaceFile(dataDir),
  'places.add': (place, { workspace }) => addPlace(workspace, place),
  'places.remove': ({ name }, { workspace }) => removePlace(workspace, name),
};

type Folder = Pick<Workspace, 'dataDir'>;

function addPlace({ dataDir }: Folder, place: Place): Place {
  const added = checked(place);
  const places = readPlaceFile(dataDir);
  if (places.some(({ name }) => name === added.name))
    throw new HostError(
      'place-exists',
      `There is a place "${added.name}" already.`,
      'Choose another name, or remove it.',
    );
  writePlaceFile(dataDir, [...places, added]);
  return added;
}

function removePlace({ dataDir }: Folder, name: string): Place {
  const place = requirePlace(dataDir, name);
  writePlaceFile(
    dataDir,
    readPlaceFile(dataDir).filter((one) => one.name !== name),
  );
  return place;
}

/** Finds a place by its name. @throws HostError `unknown-place`, `damaged-places` */
export function requirePlace(dataDir: string, name: string): StoredPlace {
  const places = readPlaceFile(dataDir);
  const place = places.find((one) => one.name === name);
  if (place !== undefined) return place;
  const known = places.map((one) => one.name).join(', ');
  throw new HostError(
    'unknown-place',
    `There is no place "${name}".`,
    known === '' ? 'There are none; add one first.' : `The places are ${known}.`,
  );
}

/** Checks a place. Errors never repeat the endpoint, which may hold a login. */
function checked({ endpoint, prefix, secret, ...rest }: Place): StoredPlace {
  const url = endpoint === null ? null : URL.parse(endpoint.trim());
  if (endpoint !== null) {
    const isFine =
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      `${url.username}${url.password}${url.search}${url.hash}` === '';
    if (!isFine)
      throw new HostError(
        'bad-place',
        'The endpoint is http:// or https:// and a host, without a login.',
        'For example https://s3.example.com. Keys are named as a secret.',
      );
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(rest.bucket))
    throw new HostError('bad-place', `"${rest.bucket}" is no name of a bucket.`, 'For example my-backups.');
  const clean = prefix.replaceAll(/^\/+|\/+$/g, '');
  if (/(?:^|\/)\.{1,2}(?:\/|$)|\/\/|\p{C}/u.test(clean))
    throw new HostError(
      'bad-place',
      'The prefix has an empty part, or one that is only dots.',
      'For example studio/backups.',
    );
  if (secret !== null && !isSecretReference(secret)) {
    throw new HostError(
      'bad-secret-reference',
      'A secret is named, not written: env:NAME or keychain:NAME.',
      {
        hint: 'Store ACCESS_KEY:SECRET_KEY as a secret, and name it.',
        action: { action: 'store-secret', name: 'S3_LOGIN' },
      },
    );
  }
  return { ...rest, endpoint: url === null ? null : url.href.replace(/\/+$/, ''), prefix: clean, secret };
}
