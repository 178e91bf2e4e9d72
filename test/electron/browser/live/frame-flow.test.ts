import { expect, it } from 'vitest';
import { FrameFlow } from '../../../../electron/browser/live/frame-flow.ts';

function flow() {
  const sent: [string, number][] = [];
  return { flow: new FrameFlow<string>((frame, number) => sent.push([frame, number])), sent };
}

it('sends two frames, and of those that come meanwhile only the newest', () => {
  const { flow: frames, sent } = flow();
  for (const frame of ['a', 'b', 'c', 'd', 'e']) frames.offer(frame);
  expect(sent).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(frames.isHeld).toBe(true);
  frames.shown(1);
  expect(sent.slice(2)).toEqual([['e', 3]]);
  expect(frames.isHeld).toBe(false);
});

it('takes a frame that was shown for all before it, and believes in none that was not sent', () => {
  const { flow: frames, sent } = flow();
  frames.offer('a');
  frames.offer('b');
  frames.shown(2);
  frames.offer('c');
  frames.offer('d');
  frames.shown(99);
  frames.shown(1);
  for (const frame of ['e', 'f', 'g']) frames.offer(frame);
  expect(sent.map(([frame]) => frame)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('forgets what was under way to a window that begins anew', () => {
  const { flow: frames, sent } = flow();
  for (const frame of ['a', 'b', 'c']) frames.offer(frame);
  frames.restart();
  expect(sent.at(-1)).toEqual(['c', 3]);
});
