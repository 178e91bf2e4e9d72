import { describe, expect, it, vi } from 'vitest';
import type { CallContext } from '../../../../electron/host/data/call-context.ts';
import { createDispatcher } from '../../../../electron/host/serving/dispatcher.ts';
import { HostError } from '../../../../electron/host/errors.ts';
import { StoreError } from '../../../../electron/store/errors.ts';

const context = (signal = new AbortController().signal): CallContext => ({
  client: 'web',
  window: 'w',
  takePath: null,
  signal,
});

function dispatcher(perform: () => unknown, checkAnswers = false) {
  const onFault = vi.fn<(name: string, error: unknown) => void>();
  return { dispatch: createDispatcher({ perform, onFault, checkAnswers }), onFault };
}

describe('the dispatcher', () => {
  it('hands checked arguments over, and gives the value', async () => {
    const perform = vi.fn<(name: string, args: unknown) => unknown>(() => ({ id: '1' }));
    const dispatch = createDispatcher({ perform, onFault: () => undefined });
    expect(await dispatch('runs.get', { run: '1' }, context())).toEqual({ ok: true, value: { id: '1' } });
    expect(perform.mock.calls[0]?.slice(0, 2)).toEqual(['runs.get', { run: '1' }]);
  });

  it.each([
    ['a name that is none', 'runs.explode', {}, 'unknown-call', /no call "runs\.explode"/],
    ['a name of every object', 'constructor', {}, 'unknown-call', /no call/],
    ['a missing key', 'runs.get', {}, 'bad-arguments', /must have required property 'run'/],
    ['a wrong type', 'runs.get', { run: 7 }, 'bad-arguments', /\/run must be string/],
    ['a key too many', 'runs.get', { run: '1', force: true }, 'bad-arguments', /must not have "force"/],
    ['no object', 'runs.get', 'run 1', 'bad-arguments', /must be object/],
    [
      'a prototype',
      'runs.get',
      JSON.parse('{"run":"1","__proto__":{"x":1}}'),
      'bad-arguments',
      /must not have/,
    ],
    ['a name that cannot be one', 'projects.create', { name: '../x' }, 'bad-arguments', /pattern/],
    [
      'too much at once',
      'runs.requests',
      { run: '1', offset: 0, limit: 100_000 },
      'bad-arguments',
      /<= 1000/,
    ],
  ])('refuses %s before anything is done', async (_, name, args, code, message) => {
    const perform = vi.fn<() => unknown>();
    const dispatch = createDispatcher({ perform, onFault: () => undefined });
    const answer = await dispatch(name, args, context());
    expect(answer).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(message) } });
    expect(perform).not.toHaveBeenCalled();
  });

  it('does not begin what was cancelled', async () => {
    const { dispatch } = dispatcher(() => 1);
    const signal = AbortSignal.abort();
    expect(await dispatch('app.info', {}, context(signal))).toMatchObject({ error: { code: 'cancelled' } });
  });

  it.each([
    ['of the host', new HostError('unknown-run', 'There is no run "5".', null, { n: 1 }), 'unknown-run'],
    ['of the database', new StoreError('locked', 'Locked.', 'Wait.'), 'locked'],
    ['of the system', Object.assign(new Error('x'), { code: 'EACCES', path: '/x' }), 'no-permission'],
  ])('turns a failure %s into an answer', async (_, error, code) => {
    const { dispatch, onFault } = dispatcher(() => Promise.reject(error));
    expect(await dispatch('app.info', {}, context())).toMatchObject({ ok: false, error: { code } });
    expect(onFault).not.toHaveBeenCalled();
  });

  it('checks failures where it checks answers', async () => {
    const action: object = { action: 'fly-away' };
    const error = new HostError('unknown-run', 'There is no run "5".', {
      hint: null,
      action: action as never,
    });
    const { dispatch, onFault } = dispatcher(() => Promise.reject(error), true);
    const misfit = expect.stringMatching(/The failure of app\.info does not fit: .*fly-away/);
    expect(await dispatch('app.info', {}, context())).toMatchObject({
      error: { code: 'internal', message: misfit, action: null },
    });
    expect(onFault).toHaveBeenCalledOnce();
  });

  it.each([
    ['what nobody foresaw', new TypeError('x is not a function')],
    ['what is no error at all', 'a text'],
  ])('tells the log of %s', async (_, error) => {
    const { dispatch, onFault } = dispatcher(() => Promise.reject(error));
    expect(await dispatch('app.info', {}, context())).toMatchObject({ error: { code: 'internal' } });
    expect(onFault).toHaveBeenCalledWith('app.info', error);
  });

  it('hands on what to do, as data', async () => {
    const advice = { hint: 'The project has none.', action: { action: 'import-spider' } } as const;
    const { dispatch } = dispatcher(() => Promise.reject(new HostError('no-run', 'None yet.', advice)));
    expect(await dispatch('app.info', {}, context())).toMatchObject({ error: advice });
  });

  it('checks answers where it is told to', async () => {
    const { dispatch, onFault } = dispatcher(() => ({ made: 'up' }), true);
    expect(await dispatch('runs.get', { run: '1' }, context())).toMatchObject({
      error: { code: 'internal' },
    });
    expect(onFault).toHaveBeenCalledOnce();
  });
});
