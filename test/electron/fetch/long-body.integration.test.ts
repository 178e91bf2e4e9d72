import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FetchRequest, LongBody } from '../../../electron/fetch/types.ts';
import * as routes from '../../servers/routes.ts';
import type { Route } from '../../servers/server.ts';
import { client, pageOf, serve } from './session.ts';

const body = randomBytes(3_000_000);
const from = 100_000;

/** A sink that is slower than the network. */
function slowSink(mostBytes = Infinity) {
  const opened: { first: Uint8Array; type: string | undefined; given: Buffer[]; pieces: number }[] = [];
  let waiting = 0;
  const long: LongBody = {
    from,
    open(first, headers) {
      const its = { first, type: headers['content-type'], given: [] as Buffer[], pieces: 0 };
      opened.push(its);
      let bytes = 0;
      return {
        write(piece) {
          expect(waiting).toBe(0);
          its.given.push(Buffer.from(piece));
          its.pieces += 1;
          bytes += piece.byteLength;
          if (its.pieces % 3 === 0) return null;
          waiting += 1;
          return new Promise((resolve) => {
            setImmediate(() => {
              waiting -= 1;
              resolve(bytes <= mostBytes);
            });
          });
        },
      };
    },
  };
  return { long, opened };
}

const fetched = async (route: Route, part: Omit<FetchRequest, 'url'>) => {
  const server = await serve({ '/': route });
  return pageOf(await client().fetch({ url: server.url('/'), ...part }));
};

describe('a long body', () => {
  it.each(['', 'gzip', 'br', 'zstd', 'gzip, br'])(
    'goes to a sink as a whole, as it comes: %s',
    async (coding) => {
      const packed = coding === '' ? body : routes.compressed('gzip', body);
      const encoded =
        coding === '' || coding === 'gzip'
          ? packed
          : coding === 'gzip, br'
            ? routes.compressed('br', packed)
            : routes.compressed(coding === 'br' ? 'br' : 'zstd', body);
      const { long, opened } = slowSink();
      const page = await fetched(routes.encoded(coding, encoded), { long });
      expect(opened).toHaveLength(1);
      const [sink] = opened;
      expect(Buffer.concat(sink?.given ?? []).equals(body)).toBe(true);
      expect(sink?.pieces).toBeGreaterThan(5);
      expect(page.sunkBytes).toBe(body.length);
      expect(page.wasCut).toBeUndefined();
      // What tells its type stays at hand.
      expect(page.body.byteLength).toBeGreaterThan(from);
      expect(page.body.byteLength).toBeLessThan(from + 300_000);
      expect(body.subarray(0, page.body.byteLength).equals(page.body)).toBe(true);
    },
  );

  it('stays in memory up to the length that the sink begins at', async () => {
    const { long, opened } = slowSink();
    const page = await fetched(routes.encoded('', body.subarray(0, from)), { long });
    expect(opened).toEqual([]);
    expect(page.body.byteLength).toBe(from);
    expect(page.sunkBytes).toBeUndefined();
  });

  it.each([
    ['at its limit', { cutAt: 1_000_000 }, Infinity],
    ['where the sink wants no more', {}, 500_000],
  ])('is cut %s', async (_what, part, most) => {
    const { long, opened } = slowSink(most);
    const page = await fetched(routes.encoded('', body), { long, ...part });
    expect(page.wasCut).toBe(true);
    expect(page.sunkBytes).toBeUndefined();
    const given = (opened[0]?.given ?? []).reduce((sum, { length }) => sum + length, 0);
    expect(given).toBeLessThanOrEqual(Math.min(1_000_000, most) + 300_000);
  });

  it('is cut where its first bytes show that it is not wanted', async () => {
    const page = await fetched(routes.encoded('', body), { long: { from, open: () => null } });
    expect(page.wasCut).toBe(true);
    expect(page.body.byteLength).toBeGreaterThan(from);
  });

  it('of an error goes to no sink', async () => {
    const { long, opened } = slowSink();
    const page = await fetched(({ response }) => void response.writeHead(404).end(body), { long });
    expect(opened).toEqual([]);
    expect(page.wasCut).toBe(true);
    expect(page.body.byteLength).toBeLessThanOrEqual(from);
  });
});
