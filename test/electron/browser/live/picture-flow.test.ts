import { expect, it, onTestFinished } from 'vitest';
import { PictureFlow, type Picture } from '../../../../electron/browser/live/picture-flow.ts';

const picture = (byte: number): Picture => ({
  picture: new Uint8Array([byte]),
  size: { width: 1, height: 1 },
});

function flow() {
  const sent: (number | undefined)[] = [];
  const asked: string[] = [];
  const pictures = new PictureFlow({
    send: ({ picture: [byte] }) => sent.push(byte),
    rest: async () => void asked.push('rest'),
    show: async () => void asked.push('show'),
  });
  onTestFinished(() => pictures.close());
  return { pictures, sent, asked };
}

it('gives a window that begins anew the newest picture, though the page makes no other', async () => {
  const { pictures, sent, asked } = flow();
  pictures.offer(picture(1));
  await pictures.again();
  expect([sent, asked]).toEqual([[1, 1], []]);
});

it('gives such a window a picture once that was held back', async () => {
  const { pictures, sent } = flow();
  for (const byte of [1, 2, 3]) pictures.offer(picture(byte));
  await pictures.again();
  expect(sent).toEqual([1, 2, 3]);
});

it('has nothing to give before the first picture', async () => {
  const { pictures, sent } = flow();
  await pictures.again();
  expect(sent).toEqual([]);
});
