import type { Advice } from '../../../shared/contract/advice.ts';
import type { Spider } from '../../../shared/spider/schema.ts';
import type { Problem } from '../../../shared/spider/validate.ts';
import { checkedSpider } from './checked-spider.ts';
import { HostError } from '../errors.ts';
import { knownNames } from '../../../shared/spider/known-names.ts';
import type { SpiderRow, SpiderVersion } from '../../store/spiders/spider-queries.ts';
import { requireProject } from './require-project.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A spider to import. */
export interface ImportRequest {
  text: string;
  /** File name for errors. */
  file: string;
  project: string;
  /** Report what would happen, and store nothing. */
  dryRun: boolean;
}

/** Result of an import. */
export interface Imported {
  spider: string;
  project: string;
  version: number;
  /** Whether the spider is new. */
  created: boolean;
  /** Whether it equals the newest version, so no version was added. */
  unchanged: boolean;
  /** Warnings. */
  problems: Problem[];
}

/**
 * Stores a spider as a new spider or a new version, unless it equals the newest version.
 * @throws HostError `invalid-spider`, with all problems
 */
export async function importSpider(
  { queries }: Pick<Workspace, 'queries'>,
  { text, file, project, dryRun }: ImportRequest,
): Promise<Imported> {
  const { spider, problems } = checkedSpider(text, `"${file}"`);
  const { name } = spider;
  const imported = await queries.spiders.import({ project, name, text }, { dryRun });
  const { version, created, unchanged } = imported;
  return { spider: name, project, version, created, unchanged, problems };
}

/** A stored spider with its validated newest version. */
export interface StoredSpider {
  spider: Spider;
  text: string;
  version: number;
  versionId: string;
}

/** A version of a stored spider, validated again because rules may have changed since it was saved. @param version null: the newest */
export async function storedSpider(
  workspace: Pick<Workspace, 'queries'>,
  project: string,
  name: string,
  version: number | string | null = null,
): Promise<StoredSpider> {
  const row = await requireVersion(workspace, project, name, version);
  const what = version === null ? `The spider "${name}"` : `Version ${row.number} of "${name}"`;
  const { spider } = checkedSpider(row.text, what);
  return { spider, text: row.text, version: row.number, versionId: row.id };
}

const noSpiders: Advice = { hint: 'The project has no spiders yet.', action: { action: 'import-spider' } };
const inProject = (project: string): Advice => ({
  hint: `There is one in the project "${project}".`,
  action: { action: 'choose-project', project },
});

/** Checks that a spider exists. @throws HostError `unknown-project` or `unknown-spider`, with the nearest name as hint */
export async function requireSpider(
  workspace: Pick<Workspace, 'queries'>,
  project: string,
  name: string,
): Promise<SpiderRow> {
  const { spiders } = workspace.queries;
  const found = await spiders.get({ project, spider: name });
  if (found !== null) return found;
  await requireProject(workspace, project);
  const all = await spiders.list(null);
  const known = all.filter((spider) => spider.project === project).map((spider) => spider.name);
  const elsewhere = all.find((spider) => spider.name === name);
  const advice =
    elsewhere !== undefined
      ? inProject(elsewhere.project)
      : known.length === 0
        ? noSpiders
        : knownNames('It has', name, known);
  throw new HostError('unknown-spider', `The project "${project}" has no spider "${name}".`, advice);
}

/**
 * Reads a version of a stored spider by its number or its label; null: the newest.
 * @throws HostError `unknown-project`, `unknown-spider` or `unknown-version`, with the nearest name
 */
export async function requireVersion(
  workspace: Pick<Workspace, 'queries'>,
  project: string,
  name: string,
  wanted: number | string | null,
): Promise<SpiderVersion> {
  const { spiders } = workspace.queries;
  const of = { project, spider: name };
  const found =
    typeof wanted === 'string' ? await spiders.labelled(of, wanted) : await spiders.version(of, wanted);
  if (found !== null) return found;
  const { version } = await requireSpider(workspace, project, name);
  const labels = (await spiders.versions(of)).flatMap(({ label }) => label ?? []);
  throw new HostError(
    'unknown-version',
    `The spider "${name}" has no version ${typeof wanted === 'string' ? `"${wanted}"` : wanted}.`,
    typeof wanted === 'string' && labels.length > 0
      ? knownNames('Its labels are', wanted, labels)
      : `Its newest version is ${version}.`,
  );
}
