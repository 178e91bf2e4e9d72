import * as tls from 'node:tls';

/** The part of Node's TLS that decides who is trusted. */
export type TrustStore = Pick<typeof tls, 'getCACertificates' | 'setDefaultCACertificates'>;

/** The root certificates of the system, for the connections of one thread. */
export interface SystemRoots {
  /** Whether they were asked for: from then on this thread trusts all that could be read. */
  readonly areTrusted: boolean;
  /** Why they could not be read, an error's own words; null: they could, or were not asked for. */
  readonly problem: string | null;
  /**
   * Lets this thread trust the roots of the system, beside those that Node brings and those of NODE_EXTRA_CA_CERTS. Takes some
   * tenths of a second the first time and nothing after that. Never throws: what cannot be read is not trusted.
   */
  trust(): void;
}

/** @param store of this thread: each has one of its own */
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

/** Those of the thread that asks. */
export const systemRoots = createSystemRoots(tls);
