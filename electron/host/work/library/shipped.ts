import { hash } from 'node:crypto';
import { emptyIndex, type RegistryIndex, type RegistryVersion } from '../../../library/index-file.ts';
import { writePack, type PackPage, type PackValues } from '../../../packs/pack-file.ts';
import { resourceText } from '../../../resources/resources.ts';
import { isJson } from '../../data/rows.ts';
import { templateAbout, templateNames } from '../../data/templates.ts';
import { version as applicationVersion } from '../../version.ts';

/** The name of the registry of templates that come with the application. */
export const shippedName = 'templates';

/** When the templates were made: the packs of a version of the application are the same everywhere. */
const madeAt = '2026-01-01T00:00:00Z';

interface Shipped {
  index: RegistryIndex;
  packs: ReadonlyMap<string, Uint8Array>;
}

let shipped: Promise<Shipped> | null = null;

/** The templates that come with the application, as a registry. */
export function shippedRegistry(): Promise<Shipped> {
  shipped ??= makeShipped();
  return shipped;
}

async function makeShipped(): Promise<Shipped> {
  const packs = new Map<string, Uint8Array>();
  const entries: RegistryIndex['entries'] = [];
  for (const name of templateNames) {
    const { title, description, kinds } = templateAbout(name);
    const bytes = await packOf(name);
    const sha256 = hash('sha256', bytes);
    const file = `packs/${name}.spiderpack`;
    const version: RegistryVersion = {
      version: 1,
      file,
      sha256,
      bytes: bytes.length,
      published: madeAt,
      notes: null,
    };
    packs.set(file, bytes);
    entries.push({
      name,
      kind: 'template',
      title,
      description,
      sites: [],
      tags: kinds,
      licence: null,
      author: null,
      versions: [version],
    });
  }
  return { index: { ...emptyIndex('Templates of Spider Studio'), entries }, packs };
}

function packOf(name: string): Promise<Buffer> {
  const { description, kinds, pages } = templateAbout(name);
  return writePack({
    name,
    version: 1,
    description,
    author: null,
    licence: null,
    kinds,
    application: applicationVersion,
    spider: { number: 1, savedAt: madeAt, note: null, text: resourceText(`templates/${name}/spider.json`) },
    earlier: [],
    pages: pages.map(({ file, url, kind, rendered, locked }): PackPage => ({
      title: url,
      url,
      source: rendered ? 'rendered' : 'url',
      encoding: 'utf-8',
      kind,
      fetchedAt: madeAt,
      text: resourceText(`templates/${name}/${file}`),
      locked: locked.map(({ values, ...part }): PackValues => ({
        ...part,
        values: values.filter((value) => isJson(value)),
      })),
    })),
    items: null,
  });
}
