import * as tls from 'node:tls';

/** The functions of Node's TLS module that read and set trusted roots. */
export type TrustStore = Pick<typeof tls, 'getCACertificates' | 'setDefaultCACertificates'>;

/** The system's root certificates, for the connections of one thread. */
export interface SystemRoots {
  /** Whether `trust` was called: this thread then trusts all roots that could be read. */
  readonly areTrusted: boolean;
  /** Message of the error that reading them failed with; null if they were read or never requested. */
  readonly problem: string | null;
  /**
   * Makes this thread trust the system's roots, in addition to Node's and those of NODE_EXTRA_CA_CERTS. The first call takes some
   * tenths of a second, later calls nothing. Never throws: roots that cannot be read are not trusted.
   */
  trust(): void;
}

/** Creates the system roots of a thread. @param store the TLS module of this thread */
export function createSystemRoots(store: TrustStore): SystemRoots {
  let areTrusted = false;
  let problem: string | null = null;

  function trust(): void {
    if (areTrusted) return;
    areTrusted = true;
    try {
      const known = store.getCACertificates('default');
      const all = new Set([...known, ...store.getCACertificates('system')]);
      store.setDefaultCACertificates([...all]);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
  }

  return {
    get areTrusted() {
      return areTrusted;
    },
    get problem() {
      return problem;
    },
    trust,
  };
}

/** The system's roots for the current thread. */
export const systemRoots = createSystemRoots(tls);
