import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { threadsFromBundle } from '../scripts/bundling.mjs';

// Where Node runs the tests as they are, as under Playwright: threads of the product are started from its bundle, as
// `threadsFromBundle` has it for Vite.
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith('file:') || loaded.source === undefined || loaded.source === null) return loaded;
    const source = threadsFromBundle.transform(
      String(loaded.source),
      fileURLToPath(url).replaceAll('\\', '/'),
    );
    return source === null ? loaded : { ...loaded, source };
  },
});
