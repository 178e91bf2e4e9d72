import { describe, expect, it } from 'vitest';
import { start } from './open-shell.ts';

const notice = { title: 'default/shop failed', text: 'The site refused.', place: '#/run/12' };

describe('a notice', () => {
  it('is shown by the system while no window has the focus, and leads to what it tells of', async () => {
    const { notifications, showNotice, windows } = await start();
    expect(showNotice(notice)).toBe(true);
    expect(notifications).toMatchObject([
      { title: 'default/shop failed', body: 'The site refused.', isShown: true },
    ]);
    notifications[0]?.emit('click');
    const [first] = windows;
    expect(first?.calls.slice(-2)).toEqual(['show', 'focus']);
    expect(first?.sent).toEqual([['shell:show', '#/run/12']]);
  });

  it('belongs to the windows where one has the focus', async () => {
    const { notifications, showNotice, windows } = await start();
    windows[0]?.setFocused(true);
    expect(showNotice(notice)).toBe(false);
    windows[0]?.setFocused(false);
    expect(showNotice(notice)).toBe(true);
    expect(notifications).toHaveLength(1);
  });

  it('belongs to the windows where the system has no notifications', async () => {
    const { showNotice } = await start({ hasNotifications: false });
    expect(showNotice(notice)).toBe(false);
  });

  it('opens a window where none is left', async () => {
    const { notifications, showNotice, windows } = await start({ platform: 'darwin' });
    windows[0]?.window.close();
    expect(showNotice(notice)).toBe(true);
    notifications[0]?.emit('click');
    expect(windows).toHaveLength(2);
    expect(windows[1]?.loaded).toEqual(['app://bundle/#/run/12']);
  });

  it('tells why the system refused it', async () => {
    const { notifications, showNotice, faults } = await start();
    showNotice(notice);
    notifications[0]?.emit('failed', {}, 'Not allowed.');
    expect(faults).toEqual([['notification', new Error('Not allowed.')]]);
  });
});
