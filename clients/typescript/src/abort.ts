/** A controller that a signal aborts, until it is let go: a signal that lives long keeps nothing of what has ended. */
export interface LinkedController {
  controller: AbortController;
  letGo: () => void;
}

/** Makes a controller that is aborted with a signal. @throws the reason of the signal where it is aborted already */
export function linkedTo(signal?: AbortSignal): LinkedController {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  return { controller, letGo: () => signal?.removeEventListener('abort', abort) };
}
