import { afterEach, expect, it, vi } from 'vitest';
import { connectPreview } from '../../../renderer/client/preview.ts';
import { given } from '../../given.ts';

afterEach(() => document.body.replaceChildren());

/** A frame whose page says that it is loaded when it is told to, and what it was ordered. */
function frameOf() {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const page = given(frame.contentWindow);
  const orders = vi.spyOn(page, 'postMessage');
  const said = (data: unknown) => window.dispatchEvent(new MessageEvent('message', { data, source: page }));
  return { frame, orders, ready: () => said({ kind: 'ready' }) };
}

const outline = (scrollTo: number | null, element: number) => ({
  groups: [{ elements: [element], style: 'match' as const }],
  marks: [],
  held: null,
  scrollTo,
});

it('scrolls once the page is loaded to where it was told, whatever was outlined since', () => {
  const { frame, orders, ready } = frameOf();
  const preview = connectPreview(frame, {});
  preview.outline(outline(7, 7));
  preview.outline(outline(null, 9));
  orders.mockClear();
  ready();
  expect(orders.mock.calls.map(([message]) => message)).toEqual([{ kind: 'outline', ...outline(7, 9) }]);
  // From then on, an outline alone leaves the page where a person has scrolled it.
  preview.outline(outline(null, 11));
  expect(orders).toHaveBeenLastCalledWith({ kind: 'outline', ...outline(null, 11) }, '*');
  preview.close();
});
