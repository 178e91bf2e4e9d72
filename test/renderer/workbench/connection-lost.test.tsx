import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '../../../renderer/client/client.ts';
import { useConnection } from '../../../renderer/state/connection.ts';
import { useHeldEdits } from '../../../renderer/spider-document/held-edits.ts';
import { ConnectionLost } from '../../../renderer/workbench/connection-lost.tsx';

const download = vi.fn();
const edits = (inBrowser: boolean) =>
  useHeldEdits.setState({ held: [{ name: 'shop', inBrowser, download }] });

function shown(state: ConnectionState): string {
  useConnection.setState({ state, lostAt: 0 });
  const { container } = render(<ConnectionLost />);
  act(() => void vi.advanceTimersByTime(2000));
  return container.textContent;
}

beforeEach(() => {
  vi.useFakeTimers();
  // Test files share their modules: an earlier one may have left edits.
  useHeldEdits.setState({ held: [] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  useHeldEdits.setState({ held: [] });
  useConnection.setState({ state: 'open', lostAt: null });
});

describe('a window without its host', () => {
  it('promises nothing but what is so', () => {
    expect(shown('reconnecting')).toBe(
      'The application does not answer. Trying again; edits are stored when it is back. ',
    );
  });

  it.each([
    [true, 'The edits of “shop” are kept in this browser, also when the window is reloaded or closed.'],
    [false, 'The edits of “shop” are in this window only: download them before you reload or close it.'],
  ])('says where the edits are (in the browser: %s), and hands them out', async (inBrowser, sentence) => {
    edits(inBrowser);
    expect(shown('reconnecting')).toContain(sentence);
    vi.useRealTimers();
    await userEvent.click(screen.getByRole('button', { name: 'Download the edits' }));
    expect(download).toHaveBeenCalledOnce();
  });

  it.each(['refused', 'outdated'] as const)('says where they are when it is %s', (state) => {
    expect(shown(state)).not.toContain('kept');
    act(() => edits(true));
    expect(document.body.textContent).toContain('The edits of “shop” are kept in this browser');
  });
});
