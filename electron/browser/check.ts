import { EgressProxy } from './egress-proxy.ts';
import { launch, runsWithoutSandbox } from './launch.ts';

/** What a browser says of itself when it is started. */
export interface CheckedBrowser {
  version: string;
  /** Whether pages are kept apart from this machine by the browser's sandbox. */
  sandbox: boolean;
}

/** Starts a browser as a crawl would, and ends it. @throws LaunchError */
export async function checkBrowser(executable: string): Promise<CheckedBrowser> {
  const egress = new EgressProxy({ allowPrivate: false });
  const egressPort = await egress.listen();
  try {
    const browser = await launch({ executable, egressPort, images: false, heapMb: 256 });
    const version = browser.version();
    await browser.close();
    return { version, sandbox: !runsWithoutSandbox() };
  } finally {
    await egress.close();
  }
}
