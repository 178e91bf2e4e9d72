import type { Plugin } from 'vite';

/** Starts the threads of the product from its bundle, for tests whose own modules are sources. */
export declare const threadsFromBundle: Plugin & {
  /**
   * @param id the path of the module, with slashes
   * @returns its text with other addresses of threads; null: it starts none
   */
  transform(code: string, id: string): string | null;
};
