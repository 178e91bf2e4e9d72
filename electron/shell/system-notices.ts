import type { Notification } from 'electron';
import type { HostOptions } from '../host/serving/host.ts';
import type { Desktop } from './desktop.ts';

/** The most notifications that are kept to be clicked; Electron forgets those that nothing refers to. */
const maxKept = 50;

/**
 * Shows notices as the system does while no window has the focus; a click brings a window to the front, at what the notice tells
 * of. Where a window has the focus, or the system has no notifications, the windows show it.
 */
export function systemNotices({
  electron,
  windows,
  showWindow,
  onFault,
}: Pick<Desktop, 'electron' | 'windows' | 'showWindow' | 'onFault'>): NonNullable<HostOptions['showNotice']> {
  const kept: Notification[] = [];
  return ({ title, text, place }) => {
    if (windows.isFocused) return false;
    const notification = electron.createNotification({ title, body: text });
    if (notification === null) return false;
    kept.push(notification);
    if (kept.length > maxKept) kept.shift();
    const forget = (): void => {
      const index = kept.indexOf(notification);
      if (index >= 0) kept.splice(index, 1);
    };
    notification.on('click', () => {
      forget();
      showWindow(place);
    });
    notification.on('close', forget);
    notification.on('failed', (_event, error) => {
      forget();
      onFault('notification', new Error(error));
    });
    notification.show();
    return true;
  };
}
