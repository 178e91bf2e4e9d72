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

/** The newest version of a stored spider, validated again because rules may have changed since it was saved. */
export async function storedSpider(
  workspace: Pick<Workspace, 'queries'>,
  project: string,
  name: string,
): Promise<StoredSpider> {
  const row = await requireVersion(workspace, project, name, null);
  const { spider } = checkedSpider(row.text, `The spider "${name}"`);
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
 * Reads a version of a stored spider. A null number means the newest.
 * @throws HostError `unknown-project`, `unknown-spider` or `unknown-version`, with the nearest name
 */
export async function requireVersion(
  workspace: Pick<Workspace, 'queries'>,
  project: string,
  name: string,
  number: number | null,
): Promise<SpiderVersion> {
  const found = await workspace.queries.spiders.version({ project, spider: name }, number);
  if (found !== null) return found;
  const { version } = await requireSpider(workspace, project, name);
  throw new HostError(
    'unknown-version',
    `The spider "${name}" has no version ${number}.`,
    `Its newest version is ${version}.`,
  );
}
