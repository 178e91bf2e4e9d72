import { Type } from 'typebox';
import { BackupPlanFileSchema, readPlans, writePlans } from '../../data/backup-plan.ts';
import { PlaceFileSchema, readPlaceFile, writePlaceFile } from '../../data/place-file.ts';
import { HostError } from '../../errors.ts';
import { readRegistryFile, RegistryFileSchema, writeRegistryFile } from '../library/registry-file.ts';

/** Schema of the lists that a data folder has beside its database. None has a login: secrets are named. */
export const BackupListsSchema = Type.Object({
  places: PlaceFileSchema.properties.places,
  registries: RegistryFileSchema.properties.registries,
  /** When backups are made. */
  plans: BackupPlanFileSchema.properties.plans,
});

/** See `BackupListsSchema`. */
export type BackupLists = Type.Static<typeof BackupListsSchema>;

/** Reads the lists of a data folder for a backup, without any login. @throws HostError where one is damaged */
export function readLists(dataDir: string): BackupLists {
  return {
    places: readPlaceFile(dataDir).map((place) => ({
      ...place,
      endpoint: place.endpoint === null ? null : withoutLogin(place.endpoint),
    })),
    registries: readRegistryFile(dataDir).map((registry) => ({
      ...registry,
      location: withoutLogin(registry.location),
    })),
    plans: readPlans(dataDir),
  };
}

/**
 * Writes the lists for a restore. What a data folder has already stays as it is there: it is how this computer reaches its places. Plans that
 * are new begin now, so that nothing is made up for that the original was to do.
 * @param now in milliseconds since 1970
 * @returns whether a list of the data folder cannot be read, and so must be kept aside
 */
export function stageLists(dataDir: string, staging: string, lists: BackupLists, now: number): boolean {
  const places = present(readPlaceFile, dataDir);
  const registries = present(readRegistryFile, dataDir);
  const plans = present(readPlans, dataDir);
  const allPlaces = joined(places, lists.places, ({ name }) => name);
  const allRegistries = joined(registries, lists.registries, ({ name }) => name.toLowerCase());
  const begun = lists.plans.map((plan) => ({ ...plan, decidedUntil: now }));
  const allPlans = joined(plans, begun, ({ place }) => place);
  if (allPlaces !== null) writePlaceFile(staging, allPlaces);
  if (allRegistries !== null) writeRegistryFile(staging, allRegistries);
  if (allPlans !== null) writePlans(staging, allPlans);
  return [places, registries, plans].includes(null);
}

/** A list of the data folder; null: it is damaged. */
function present<T>(read: (dataDir: string) => T[], dataDir: string): T[] | null {
  try {
    return read(dataDir);
  } catch (error) {
    if (error instanceof HostError && error.code.startsWith('damaged-')) return null;
    throw error;
  }
}

/** What is there, and what a backup has beyond it; null: nothing is to be written. */
function joined<T>(there: readonly T[] | null, backedUp: readonly T[], key: (one: T) => string): T[] | null {
  const known = new Set((there ?? []).map(key));
  const added = backedUp.filter((one) => !known.has(key(one)));
  return there !== null && added.length === 0 ? null : [...(there ?? []), ...added];
}

/** A location without the login that a URL may have, were it written into the file by hand. `git@…` of SSH is no login. */
function withoutLogin(location: string): string {
  const url = URL.parse(location);
  if (url === null || `${url.username}${url.password}` === '') return location;
  url.password = '';
  if (/^https?:$/u.test(url.protocol)) url.username = '';
  return url.href;
}
