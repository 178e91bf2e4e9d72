import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast, useToasts } from '../../../renderer/state/toasts.ts';
import { Toasts } from '../../../renderer/workbench/toasts.tsx';
import { TooltipProvider } from '../../../renderer/ui/tooltip.tsx';

const error = { code: 'disk-full', message: 'The disk is full.', hint: 'Free some space.' } as const;
const show = () =>
  render(
    <TooltipProvider>
      <Toasts />
    </TooltipProvider>,
  );

describe('notifications', () => {
  beforeEach(() => useToasts.setState({ toasts: [] }));
  afterEach(() => {
    vi.useRealTimers();
  });

  it('that are errors are announced, with message, hint and code, and stay', () => {
    vi.useFakeTimers();
    show();
    act(() => void toast.error(error, 'The page was not stored.'));
    const alert = screen.getByRole('alert');
    for (const text of ['The page was not stored.', error.message, error.hint, error.code]) {
      expect(alert.textContent).toContain(text);
    }
    act(() => void vi.advanceTimersByTime(600_000));
    expect(alert.textContent).toContain(error.message);
  });

  it('that are good news go by themselves', () => {
    vi.useFakeTimers();
    show();
    act(() => void toast.success('Saved'));
    expect(screen.getByText('Saved')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(7000));
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('that are warnings, or offer something, go a little later; while they are read they stay', () => {
    vi.useFakeTimers();
    show();
    act(() => void toast.warning('Two warnings'));
    act(() => void toast.success('Goes on', { actions: [{ label: 'Show', run: () => undefined }] }));
    act(() => void vi.advanceTimersByTime(7000));
    expect(useToasts.getState().toasts).toHaveLength(2);
    fireEvent.focus(screen.getByRole('button', { name: 'Show' }));
    act(() => void vi.advanceTimersByTime(30_000));
    expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(['Goes on']);
    fireEvent.keyDown(screen.getByRole('button', { name: 'Show' }), { key: 'Escape' });
    expect(useToasts.getState().toasts).toEqual([]);
  });

  it('are bounded, and errors make room last', () => {
    show();
    act(() => {
      toast.error(error);
      for (let n = 0; n < 20; n += 1) toast.information(`News ${n}`);
    });
    const titles = useToasts.getState().toasts.map(({ title }) => title);
    expect(titles).toEqual([error.message, 'News 16', 'News 17', 'News 18', 'News 19']);
  });

  it('that say the same are counted and not piled up', () => {
    show();
    act(() => {
      toast.error(error);
      toast.error(error);
      toast.error(error);
    });
    expect(useToasts.getState().toasts).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toContain('×3');
  });

  it('offer what to do, once', async () => {
    const run = vi.fn<() => void>();
    show();
    act(() => void toast.error(error, 'Paused', [{ label: 'Resume', run }]));
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    expect(run).toHaveBeenCalledOnce();
    expect(useToasts.getState().toasts).toEqual([]);
  });

  it('show text of the web as text', () => {
    show();
    act(() => void toast.warning('<img src=x onerror=alert(1)>'));
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(document.querySelector('.ui-toasts img')).toBeNull();
  });
});
