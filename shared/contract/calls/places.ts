import { Type } from 'typebox';
import { command, query } from '../define.ts';
import { Count, emptyObject, nullable, strictObject } from '../shapes.ts';

const PlaceName = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]*$' });

const Where = {
  endpoint: nullable(Type.String({ minLength: 1, maxLength: 500 }), {
    description: '`https://HOST[:PORT]` of the service; null: Amazon S3.',
  }),
  region: Type.String({ minLength: 1, maxLength: 100 }),
  bucket: Type.String({ minLength: 1, maxLength: 255 }),
  prefix: Type.String({
    maxLength: 500,
    description: 'Begins all keys, without slashes at its ends; may be empty.',
  }),
  pathStyle: Type.Boolean({
    description: 'Whether the bucket is in the path of URLs, and not in the host name.',
  }),
  secret: nullable(Type.String({ maxLength: 500 }), {
    description:
      '`env:NAME` or `keychain:NAME`, whose value is ACCESS_KEY:SECRET_KEY; null: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment.',
  }),
};

/** Schema of `Place`, which holds no credentials. */
export const PlaceSchema = strictObject({ name: PlaceName, ...Where });

const wrongPlace = ['bad-place', 'storage-refused', 'storage-unreachable', 'storage-failed'] as const;
const unreadable = ['unknown-place', 'damaged-places', 'missing-secret', 'bad-secret'] as const;

/** Calls about places in S3-compatible services. */
export const placeCalls = {
  'places.list': query('The places in S3-compatible services that backups can go to.', {
    executor: 'quick',
    path: '/api/places',
    args: emptyObject,
    result: Type.Array(PlaceSchema),
    errors: ['damaged-places'],
  }),
  'places.add': command('Adds a place. Credentials are referred to by the name of a secret.', {
    executor: 'write',
    path: '/api/places',
    args: PlaceSchema,
    result: PlaceSchema,
    errors: ['bad-place', 'bad-secret-reference', 'place-exists', 'damaged-places'],
  }),
  'places.remove': command('Forgets a place. What is stored there stays.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/places/{name}',
    args: strictObject({ name: PlaceName }),
    result: PlaceSchema,
    errors: ['unknown-place', 'damaged-places'],
  }),
  'places.test': command('Writes, reads and deletes a small object in a place.', {
    executor: 'work',
    path: '/api/places/{name}/test',
    args: strictObject({ name: PlaceName }),
    result: strictObject({
      name: PlaceName,
      durationMs: Count,
      neverOverwrites: Type.Boolean({
        description: 'Whether the service itself refuses to replace objects that are not to be replaced.',
      }),
    }),
    errors: [...unreadable, ...wrongPlace, 'storage-full'],
  }),
} as const;
