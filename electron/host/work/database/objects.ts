import { resolve } from 'node:path';
import { environment } from '../../../system/environment.ts';
import { choosePlace, placesOf } from '../../../store/objects/choose.ts';
import { cleanPlace, type Cleaned } from '../../../store/objects/clean.ts';
import { moveBodies, type Moved } from '../../../store/objects/move.ts';
import type { ObjectAddress } from '../../../store/objects/place.ts';
import { openPostgresStore } from '../../../store/postgres/open.ts';
import { tallyBodies } from '../../../store/objects/tally.ts';
import { requirePlace } from '../../data/places.ts';
import { HostError } from '../../errors.ts';
import { requireAddress, withClient } from './shared-schema.ts';

/** The word for "in the tables". */
const inDatabase = 'database';

/** Where bodies of pages and files are. */
export interface ObjectReport {
  /** Where new ones are kept. */
  current: string;
  places: { place: string; secret: string | null; bodies: number; bytes: number }[];
}

/** Tells where the bodies of a workspace are. @throws HostError `usage` without a PostgreSQL database */
export async function reportObjects(): Promise<ObjectReport> {
  openTables();
  return withClient(async (client) => {
    const [places, tallies] = [await placesOf(client), await tallyBodies(client)];
    const of = (tag: string | null) => {
      const { bodies = 0, bytes = 0 } = tallies.find((one) => one.tag === tag) ?? {};
      return { bodies, bytes };
    };
    return {
      current: places.find(({ isCurrent }) => isCurrent)?.address ?? inDatabase,
      places: [
        { place: inDatabase, secret: null, ...of(null) },
        ...places.map(({ address, secret, tag }) => ({ place: address, secret, ...of(tag) })),
      ],
    };
  });
}

/**
 * Chooses where bodies are kept from now on.
 * @param to a folder, `s3://BUCKET/PREFIX`, `place:NAME/PREFIX` with a name of the data folder, or "database"
 */
export async function chooseObjects(to: string, dataDir: string): Promise<void> {
  requireAddress();
  const address = to === inDatabase ? null : addressOf(to, dataDir);
  openTables();
  await withClient((client) => choosePlace(client, address));
}

/** Moves all bodies to where new ones are kept. */
export async function moveObjects(onMoved: (moved: Moved) => void): Promise<Moved> {
  openTables();
  return withClient((client) => moveBodies(client, requireAddress(), onMoved));
}

/** Finds objects of all places that no row has named for a day. @param apply whether they are removed */
export async function cleanObjects(apply: boolean): Promise<(Cleaned & { place: string })[]> {
  openTables();
  return withClient(async (client) => {
    const cleaned: (Cleaned & { place: string })[] = [];
    for (const place of await placesOf(client))
      cleaned.push({ place: place.address, ...(await cleanPlace(client, place, { apply })) });
    return cleaned;
  });
}

/** Opens the database as every other command does: its tables are made where the role may. */
const openTables = (): void => openPostgresStore(requireAddress()).close();

/** Reads a place. Endpoint and region of a bucket without a name are those of the usual variables of the environment. */
function addressOf(to: string, dataDir: string): ObjectAddress {
  const [, scheme, first = '', rest = ''] = /^(s3:\/\/|place:)([^/]*)\/?(.*)$/s.exec(to) ?? [];
  if (scheme === undefined && !to.startsWith('s3:'))
    return { address: resolve(to), endpoint: null, region: null, pathStyle: 0, secret: null };
  const under = rest.replaceAll(/^\/+|\/+$/g, '');
  if (first === '' || /(?:^|\/)\.{1,2}(?:\/|$)|\/\/|\p{C}/u.test(under))
    throw new HostError(
      'bad-place',
      `"${to}" is no bucket and no folder.`,
      'For example s3://crawls/pages or place:nas.',
    );
  if (scheme === 'place:') {
    const { bucket, prefix, endpoint, region, pathStyle, secret } = requirePlace(dataDir, first);
    return {
      address: bucketAddress(bucket, prefix, under),
      endpoint,
      region,
      pathStyle: pathStyle ? 1 : 0,
      secret,
    };
  }
  const endpoint = valueOf('AWS_ENDPOINT_URL_S3') ?? valueOf('AWS_ENDPOINT_URL');
  return {
    address: bucketAddress(first, under),
    endpoint,
    region: valueOf('AWS_REGION') ?? valueOf('AWS_DEFAULT_REGION') ?? 'us-east-1',
    // Amazon finds a bucket by its host name; other services rarely have a name for each bucket.
    pathStyle: endpoint === null ? 0 : 1,
    secret: null,
  };
}

const bucketAddress = (...parts: string[]): string => `s3://${parts.filter((part) => part !== '').join('/')}`;

function valueOf(name: string): string | null {
  const value = environment[name];
  return value === undefined || value === '' ? null : value;
}
