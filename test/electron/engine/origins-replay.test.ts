import { describe, expect, it } from 'vitest';
import { Origins } from '../../../electron/engine/origins.ts';

const a = 'https://a.example';

function begun() {
  const origins = new Origins(
    { delayMs: 1000, randomize: false, perOrigin: 8, userAgent: 'SpiderStudio', autoThrottle: null },
    () => 0.5,
  );
  origins.markPending(a, 0, 0);
  return { origins, origin: origins.get(a) };
}

describe('a request that the site was not asked after all', () => {
  it('holds nobody up', () => {
    const { origins, origin } = begun();
    const turn = origins.started(origin, 0);
    expect(origins.next(0)).toEqual({ at: 1000 });
    origins.cancelReservation(origin, turn);
    expect(origins.next(0)).toEqual({ origin });
  });

  it('holds nobody up that was to be sent later than at first', () => {
    const { origins, origin } = begun();
    const turn = origins.postpone(origin, origins.started(origin, 0), 300);
    expect(origins.next(0)).toEqual({ at: 1300 });
    origins.cancelReservation(origin, turn);
    expect(origins.next(0)).toEqual({ origin });
  });

  it('leaves the wait that an earlier request has left', () => {
    const { origins, origin } = begun();
    origins.started(origin, 0);
    origins.cancelReservation(origin, origins.started(origin, 1000));
    expect(origins.next(500)).toEqual({ at: 1000 });
  });

  it.each([
    [
      'another request has left since',
      (origins: Origins) => void origins.started(origins.get(a), 1000),
      2000,
    ],
    ['the site has asked to wait', (origins: Origins) => origins.delay(origins.get(a), 9000), 9000],
  ])('changes nothing when %s', (_case, happen, at) => {
    const { origins, origin } = begun();
    const turn = origins.started(origin, 0);
    happen(origins);
    origins.cancelReservation(origin, turn);
    expect(origins.next(0)).toEqual({ at });
  });
});
