import { openStore } from '../../../electron/store/open.ts';
import { StoreError } from '../../../electron/store/errors.ts';
import { savedVersion } from './saved-version.ts';

// Run as a process of its own: says which error saving a spider in the given database ends with.
try {
  const store = openStore(process.argv[2] ?? '');
  const spider = { name: 'news', allowed_domains: ['example.org'], start_urls: ['https://example.org/'] };
  await savedVersion(store, spider);
  process.stdout.write('saved\n');
} catch (error) {
  process.stdout.write(`${error instanceof StoreError ? error.code : String(error)}\n`);
}
