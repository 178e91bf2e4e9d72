import { describe, expect, it } from 'vitest';
import { createSystemRoots, type TrustStore } from '../../../electron/system/certificates.ts';

/** A thread that trusts `bundled`, on a system whose certificates `system` gives. */
function thread(system: () => string[], bundled: string[] = ['a', 'b']) {
  const trusted: string[][] = [];
  const store: TrustStore = {
    getCACertificates: (type) => (type === 'system' ? system() : bundled),
    setDefaultCACertificates: (all) => void trusted.push(all.map(String)),
  };
  return { roots: createSystemRoots(store), trusted };
}

describe('the roots of the system', () => {
  it('are trusted beside those that Node has, each once, and are read once', () => {
    let reads = 0;
    const { roots, trusted } = thread(() => {
      reads += 1;
      return ['b', 'c', 'c'];
    });
    expect(roots.areTrusted).toBe(false);
    expect(reads).toBe(0);
    roots.trust();
    roots.trust();
    expect(roots).toMatchObject({ areTrusted: true, problem: null });
    expect(trusted).toEqual([['a', 'b', 'c']]);
    expect(reads).toBe(1);
  });

  it('that cannot be read change nothing, and are not asked for again', () => {
    let reads = 0;
    const { roots, trusted } = thread(() => {
      reads += 1;
      throw new Error('the keychain is locked');
    });
    roots.trust();
    roots.trust();
    expect(roots).toMatchObject({ areTrusted: true, problem: 'the keychain is locked' });
    expect(trusted).toEqual([]);
    expect(reads).toBe(1);
  });
});
