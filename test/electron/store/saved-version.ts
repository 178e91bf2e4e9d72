import type { Store } from '../../../electron/store/open.ts';
import type { Spider } from '../../../shared/spider/schema.ts';

/** Saves a document under the name of its spider, unless it is the newest version. @returns the id of the version */
export async function savedVersion(
  { queries: { spiders } }: Pick<Store, 'queries'>,
  document: Spider,
  project = 'default',
): Promise<string> {
  const { name } = document;
  await spiders.import({ project, name, text: JSON.stringify(document) }, { dryRun: false });
  const version = await spiders.version({ project, spider: name }, null);
  if (version === null) throw new Error(`The spider "${name}" was not saved.`);
  return version.id;
}
