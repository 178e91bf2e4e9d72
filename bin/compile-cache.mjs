import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Keeps compiled code from one start to the next, for this thread and for those that it starts. */
export function keepCompiledCode() {
  // Threads look nowhere but in the environment. The folder is the one that Node takes by itself.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  module.enableCompileCache();
}
