import { expect, it } from 'vitest';
import { InputQueue } from '../../../../../renderer/features/tester/live/input-queue.ts';
import type { LiveInput } from '../../../../../shared/live-page.ts';

const mouse = (type: 'move' | 'down', x: number): LiveInput => ({
  kind: 'mouse',
  type,
  x,
  y: 0,
  button: type === 'move' ? 'none' : 'left',
  buttons: 0,
  clicks: 0,
  modifiers: 0,
});
const wheel = (dy: number): LiveInput => ({ kind: 'wheel', x: 0, y: 0, dx: 0, dy, modifiers: 0 });

it('sends in order, one after the other, with moves and turns put together', async () => {
  const sent: LiveInput[][] = [];
  const arrived: (() => void)[] = [];
  const queue = new InputQueue((input) => {
    sent.push(input);
    return new Promise<void>((resolve) => arrived.push(resolve));
  });
  const rest = [mouse('move', 2), mouse('move', 3), mouse('down', 3), mouse('move', 4), wheel(10), wheel(5)];
  for (const input of [mouse('move', 1), ...rest]) queue.put(input);
  expect(sent).toEqual([[mouse('move', 1)]]);
  arrived[0]?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual([mouse('move', 3), mouse('down', 3), mouse('move', 4), wheel(15)]);
  arrived[1]?.();
  await Promise.resolve();
  await Promise.resolve();
  queue.put({ kind: 'text', text: 'x' });
  expect(sent[2]).toEqual([{ kind: 'text', text: 'x' }]);
});
