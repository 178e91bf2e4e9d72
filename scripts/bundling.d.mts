import type { Plugin } from 'vite';

/** Starts the threads of the product from its bundle, for tests whose own modules are sources. */
export declare const threadsFromBundle: Plugin;
