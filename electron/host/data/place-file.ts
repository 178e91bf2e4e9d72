import type { ValidateFunction } from 'ajv';
import { Type } from 'typebox';
import { ownChecks } from '../../schemas/checker.ts';
import { HostError } from '../errors.ts';
import { readJsonFile, writePrivateJson } from './private-json.ts';
import { dataPath } from '../data-folder-entries.ts';

const StoredPlaceSchema = Type.Object({
  name: Type.String({ minLength: 1 }),
  endpoint: Type.Union([Type.String(), Type.Null()]),
  region: Type.String(),
  bucket: Type.String(),
  prefix: Type.String(),
  pathStyle: Type.Boolean(),
  /** `env:NAME` or `keychain:NAME`; null: the usual variables of the environment. */
  secret: Type.Union([Type.String({ pattern: '^(?:env|keychain):[A-Za-z0-9_.-]+$' }), Type.Null()]),
});

/** Schema of `places.json`. */
export const PlaceFileSchema = Type.Object({
  version: Type.Literal(1),
  places: Type.Array(StoredPlaceSchema),
});

/** A place as `places.json` stores it, without credentials. */
export type StoredPlace = Type.Static<typeof StoredPlaceSchema>;

/** Compiled at the first use; most commands read no places. */
let check: ValidateFunction<Type.Static<typeof PlaceFileSchema>> | null = null;
const fileCheck = () => (check ??= ownChecks().compile<Type.Static<typeof PlaceFileSchema>>(PlaceFileSchema));

const fileOf = (dataDir: string): string => dataPath(dataDir, 'places.json');

/** Reads `places.json`; a missing file means no places. @throws HostError `damaged-places` */
export function readPlaceFile(dataDir: string): StoredPlace[] {
  const file = fileOf(dataDir);
  const value = readJsonFile(file);
  if (value === null) return [];
  const isPlaceFile = fileCheck();
  if (isPlaceFile(value)) return value.places;
  throw new HostError(
    'damaged-places',
    `The list of places "${file}" is damaged.`,
    'Correct it, or delete it and add the places again. What is stored there stays.',
  );
}

/** Replaces `places.json` atomically. @throws HostError */
export function writePlaceFile(dataDir: string, places: readonly StoredPlace[]): void {
  writePrivateJson(fileOf(dataDir), { version: 1, places });
}
