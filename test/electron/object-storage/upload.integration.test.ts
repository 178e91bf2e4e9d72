import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openS3 } from '../../../electron/object-storage/s3.ts';
import type { ObjectStorage } from '../../../electron/object-storage/storage.ts';
import { partBytesFor, uploadInParts } from '../../../electron/object-storage/upload.ts';
import { s3Region, startS3Server, type S3Server } from '../../servers/s3-server.ts';

let server: S3Server;
let storage: ObjectStorage;
beforeEach(async () => {
  server = await startS3Server();
  storage = openS3({
    place: { endpoint: server.endpoint, region: s3Region, bucket: server.bucket, pathStyle: true },
    credentials: { accessKeyId: server.accessKey, secretAccessKey: server.secretKey },
    patience: { tries: 1 },
  });
});
afterEach(async () => {
  storage.close();
  await server.close();
});

const mebibyte = 1024 * 1024;
const partBytes = 5 * mebibyte;
const body = randomBytes(12 * mebibyte);
async function* chunksOf(whole: Buffer, size = 700_001): AsyncGenerator<Buffer> {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
}
const sent = () => server.log.filter(({ kind }) => kind === 'PUT part').length;

it('a stream arrives whole, and an empty one as an empty object', async () => {
  const { bytes, resumed } = await uploadInParts(storage, 'k', chunksOf(body), { replace: false, partBytes });
  expect({ bytes, resumed, sent: sent() }).toEqual({ bytes: body.length, resumed: 0, sent: 3 });
  expect(server.objects.get('k')?.body.equals(body)).toBe(true);
  await uploadInParts(storage, 'empty', chunksOf(Buffer.alloc(0)), { replace: false });
  expect(server.objects.get('empty')?.body).toHaveLength(0);
});

it('an upload that failed is resumed, and sends only the parts that are missing or differ', async () => {
  let id = '';
  server.fault = ({ kind }) =>
    kind === 'PUT part' && sent() === 2 ? { kind: 'status', status: 503, code: 'SlowDown' } : null;
  const options = { replace: false, partBytes, atOnce: 1 };
  await expect(
    uploadInParts(storage, 'k', chunksOf(body), { ...options, onBegin: (begun) => (id = begun) }),
  ).rejects.toMatchObject({ reason: 'busy' });
  expect(server.objects.has('k')).toBe(false);
  server.fault = () => null;
  const changed = Buffer.from(body);
  changed[0] = (changed[0] ?? 0) ^ 1;
  const { resumed } = await uploadInParts(storage, 'k', chunksOf(changed, 99), {
    ...options,
    resume: { id },
  });
  expect({ resumed, sent: sent() }).toEqual({ resumed: partBytes, sent: 4 });
  expect(server.objects.get('k')?.body.equals(changed)).toBe(true);
});

it('an upload that the server has forgotten begins anew', async () => {
  await uploadInParts(storage, 'k', chunksOf(body), { replace: false, partBytes, resume: { id: 'gone' } });
  expect(server.objects.get('k')?.body.equals(body)).toBe(true);
});

it.each([
  [0, 8 * mebibyte],
  [1e9, 8 * mebibyte],
  [1e12, Math.ceil(1e12 / 9999)],
])('a stream of %i bytes has parts of %i', (bytes, expected) => {
  expect(partBytesFor(bytes)).toBe(expected);
});
