import { getClient } from './client.ts';

/** The most faults that are logged, because one in every frame would fill the log. */
const most = 20;
let reported = 0;

function reportFault(error: unknown): void {
  if (reported >= most) return;
  reported += 1;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  void getClient().call('app.reportFault', { text: text.slice(0, 20_000) });
}

/** Writes uncaught errors of this window to the log of the application. */
export function followFaults(): () => void {
  const onError = (event: ErrorEvent): void => reportFault(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent): void => reportFault(event.reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
