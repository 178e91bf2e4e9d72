import { beforeEach, expect, it, vi } from 'vitest';
import { createFakeClient } from '../fake-client.ts';

beforeEach(() => vi.resetModules());

/** A window that has just been opened, and what it writes into the log. */
async function open() {
  const told: string[] = [];
  const client = createFakeClient({ 'app.reportFault': ({ text }) => (told.push(text), {}) });
  // Modules of its own: what was reported before is forgotten.
  const { setClient } = await import('../../../renderer/state/client.ts');
  setClient(client);
  return { told, ...(await import('../../../renderer/state/faults.ts')) };
}

it('what nothing in the window has caught goes to the log, with its stack', async () => {
  const { told, followFaults } = await open();
  const end = followFaults();
  window.dispatchEvent(new ErrorEvent('error', { error: new TypeError('x is not y'), message: 'x' }));
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'gone' }));
  end();
  window.dispatchEvent(new ErrorEvent('error', { message: 'later' }));
  await vi.waitFor(() => expect(told).toHaveLength(3));
  expect(told[0]).toMatch(/^TypeError: x is not y\n\s+at /);
  expect(told.slice(1)).toEqual(['Script error.', 'gone']);
});

it('a fault that comes again and again does not fill the log', async () => {
  const { told, followFaults } = await open();
  const end = followFaults();
  const again = 'again'.repeat(10_000);
  for (let time = 0; time < 100; time += 1) window.dispatchEvent(new ErrorEvent('error', { message: again }));
  end();
  await vi.waitFor(() => expect(told).toHaveLength(20));
  expect(told[0]).toHaveLength(20_000);
});
