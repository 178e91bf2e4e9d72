import { EgressProxy } from './egress-proxy.ts';
import { launch, runsWithoutSandbox } from './launch.ts';

/** Result of a test start of a browser. */
export interface CheckedBrowser {
  version: string;
  /** Whether the browser's sandbox isolates pages from this machine. */
  sandbox: boolean;
}

/** Starts a browser as a crawl would, and closes it. @throws LaunchError */
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
