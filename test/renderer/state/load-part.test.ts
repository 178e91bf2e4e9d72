import { afterEach, expect, it } from 'vitest';
import { loadPatiently } from '../../../renderer/state/load-part.ts';
import { setClient } from '../../../renderer/state/client.ts';
import { createFakeClient, failing } from '../fake-client.ts';

afterEach(() => setClient(null));

/** A load that fails this often. */
function failingLoad(times: number) {
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries <= times) throw new Error(`try ${tries}`);
    return 'part';
  };
  return { load, tries: () => tries };
}

/** A client whose host does not answer before `answer` is called. */
function hostAway() {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const client = createFakeClient({
    'app.info': async () => {
      await answered;
      return failing('internal', 'made up');
    },
  });
  setClient(client);
  return { client, answer };
}

it('loads once where all is well', async () => {
  const { load, tries } = failingLoad(0);
  expect(await loadPatiently(load)).toBe('part');
  expect(tries()).toBe(1);
});

it('waits for the host, and loads again', async () => {
  const { answer } = hostAway();
  const { load, tries } = failingLoad(1);
  const part = loadPatiently(load);
  await new Promise((resolve) => setImmediate(resolve));
  expect(tries()).toBe(1);
  answer();
  expect(await part).toBe('part');
});

it('says what is wrong with code that is not there', async () => {
  const { answer } = hostAway();
  answer();
  await expect(loadPatiently(failingLoad(2).load)).rejects.toThrow('try 2');
});

it('tries no more where the host does not let the window in', async () => {
  const { client, answer } = hostAway();
  const { load, tries } = failingLoad(1);
  const part = loadPatiently(load);
  client.become('refused');
  answer();
  const outcome = Promise.race([part, new Promise((resolve) => setImmediate(() => resolve('waiting')))]);
  expect(await outcome).toBe('waiting');
  expect(tries()).toBe(1);
});
