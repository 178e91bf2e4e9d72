import { HostError } from '../host/errors.ts';

const otherPort = 'Choose another port, or leave out --port.';

/** Why a port is not available, by the code of the operating system. */
const refusals: Readonly<Record<string, (port: number) => HostError>> = {
  EADDRINUSE: (port) => new HostError('port-in-use', `The port ${port} is in use.`, otherPort),
  // Ports that Windows reserves, for example for Hyper-V, and those below 1024 on other systems.
  EACCES: (port) =>
    new HostError('port-not-allowed', `The port ${port} is reserved by the system.`, otherPort),
};

/**
 * Opens at the port that was asked for. Without one, opens at the usual port, or at any free port if that one is taken.
 * @param openAt takes 0 for any free port, and rejects with the error of the operating system
 * @throws HostError `port-in-use`, `port-not-allowed`; else what `openAt` rejects with
 */
export async function openAtPort<T>(
  openAt: (port: number) => Promise<T>,
  { asked, usual }: { asked: number | null; usual: number },
): Promise<T> {
  if (asked === null) return openAt(usual).catch(() => openAt(0));
  return openAt(asked).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw refusals[code]?.(asked) ?? error;
  });
}
