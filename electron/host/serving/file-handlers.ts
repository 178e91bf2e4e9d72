import type { CallValue, TopicEvent } from '../../../shared/contract/index.ts';
import type { KeptPicture } from '../../store/pages/picture-queries.ts';
import type { KeptSheet } from '../../store/pages/saved-page-queries.ts';
import type { Handler } from '../data/call-context.ts';
import { HostError } from '../errors.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import type { PageCapture, PageFiles } from '../work/capture/page-capture.ts';
import type { CaptureStage } from '../work/capture/page-session.ts';
import { isSampleAddress } from '../../sample-site/spiders.ts';
import { pictureLimits } from '../work/pictures/collect-pictures.ts';
import { sheetLimits } from '../work/styles/collect-sheets.ts';
import type { Tester } from '../work/tester/tester.ts';
import type { PagePlace, ShownPage } from '../work/tester/work.ts';
import type { SampleKeeper } from './sample-keeper.ts';
import type { WindowResources } from './window-resources.ts';

/** Services that fetch what belongs to pages. */
interface FileServices {
  database: Pick<DatabaseWorkers, 'ask'>;
  capture: Pick<PageCapture, 'files'>;
  tester: Pick<Tester, 'files'>;
  sample: Pick<SampleKeeper, 'serveAddress' | 'serveAt'>;
  resources: Pick<WindowResources, 'keepPicture' | 'keepFile'>;
  /** Publishes the progress of an operation. */
  report: (operation: string | undefined, stage: TopicEvent<'progress'>['stage']) => void;
}

type FileCalls = 'pages.fetchFiles' | 'pages.fetchRequestFiles' | 'pages.pictures' | 'results.file';

/** Creates the handlers that fetch the style sheets and pictures of pages. */
export function createFileHandlers({ database, capture, tester, sample, resources, report }: FileServices): {
  readonly [N in FileCalls]: Handler<N>;
} {
  /** Fetches the files of a page and keeps its pictures. */
  async function fetchFiles(
    place: PagePlace,
    { allowPrivate, operation }: { allowPrivate: boolean; operation?: string | undefined },
    signal: AbortSignal,
  ): Promise<PageFiles> {
    const { owner, url, encoding, sheets, pictures } = await tester.files(place, signal);
    const { project, spider } = owner;
    const settings = await database.ask('quick', 'pageSettings', { owner, text: null });
    await sample.serveAt(url, spider);
    const isSample = url !== null && (await sample.serveAddress(url));
    const request = {
      project,
      settings,
      url: url ?? '',
      browser: false,
      allowPrivate: allowPrivate || isSample,
    };
    const observer = { signal, onStage: (stage: CaptureStage) => report(operation, stage) };
    const files = await capture.files({ request, sheets, pictures, of: { url, encoding } }, observer);
    await database.ask('write', 'keepPictures', { project, pictures: files.pictures });
    return files;
  }

  return {
    'pages.fetchFiles': async ({ page, ...how }, { signal }) => {
      const files = await fetchFiles({ page }, how, signal);
      await database.ask('write', 'keepSheets', { page, sheets: files.sheets });
      return counted(files);
    },
    'pages.fetchRequestFiles': async ({ request, ...how }, { signal }) =>
      counted(await fetchFiles({ request }, how, signal)),
    'results.file': async ({ sha256, name }) => {
      const facts = await database.ask('quick', 'fileFacts', { sha256 });
      if (facts === null) throw unknownFile();
      const { bytes, type } = facts;
      return { bytes, type, ...resources.keepFile({ ...facts, sha256, name }) };
    },
    'pages.pictures': async ({ project, urls, from, fetch, allowPrivate }, { signal }) => {
      const known = await database.ask('quick', 'knownPictures', { project, urls });
      const there = new Map(known.map((picture) => [picture.url, picture]));
      const isOpen = (url: string): boolean => {
        const picture = there.get(url);
        return (
          isWeb(url) && (picture === undefined || (picture.blocked && (allowPrivate || isSampleAddress(url))))
        );
      };
      const wanted = fetch ? urls.filter(isOpen) : [];
      const samples = new Set(wanted.filter(isSampleAddress));
      const [first] = samples;
      // The product serves its sample site itself, so that its address is allowed, and no other with it.
      const isServed = first !== undefined && (await sample.serveAddress(first));
      const others = wanted.filter((url) => !(isServed && samples.has(url)));
      const page = from ?? null;
      const settings = await database.ask('quick', 'projectSettings', { project });
      const load = async (links: readonly string[], isAllowed: boolean): Promise<void> => {
        if (links.length === 0) return;
        const request = { project, settings, url: page ?? '', allowPrivate: isAllowed, browser: false };
        const what = { request, sheets: [], pictures: links, of: { url: page, encoding: 'utf-8' } };
        const { pictures } = await capture.files(what, { signal, onStage: () => undefined });
        await database.ask('write', 'keepPictures', { project, pictures });
        for (const picture of pictures) there.set(picture.url, picture);
      };
      await load(isServed ? [...samples] : [], true);
      await load(others, allowPrivate);
      const loaded = urls.filter((url) => (there.get(url)?.type ?? null) !== null);
      const kept = await database.ask('quick', 'pictures', { project, urls: loaded });
      const paths = new Map(kept.map((picture) => [picture.url, resources.keepPicture(project, picture)]));
      return urls.map((url) => ({
        url,
        path: paths.get(url) ?? null,
        problem: there.get(url)?.problem ?? null,
      }));
    },
  };
}

const unknownFile = (): HostError =>
  new HostError('unknown-file', 'This file is not stored any more.', 'Its run may have been deleted.');

const isWeb = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '');

function counted({ sheets, pictures }: PageFiles): CallValue<'pages.fetchFiles'> {
  const all: readonly (KeptSheet | KeptPicture)[] = [...sheets, ...pictures];
  return {
    kept: all.filter(({ problem }) => problem === null).length,
    failed: all.filter(({ problem }) => problem !== null).length,
    blocked: all.filter(({ blocked }) => blocked).length,
  };
}

/** Counts the pictures that a preview lacks. */
export function picturesOf({
  missingPictures,
  failedPictures,
}: Pick<ShownPage, 'missingPictures' | 'failedPictures'>): CallValue<'pages.preview'>['pictures'] {
  const failed = new Set(failedPictures.map(({ url }) => url));
  const open = [...missingPictures].filter((url) => !failed.has(url)).length;
  return {
    missing: Math.min(open, pictureLimits.files),
    problems: failedPictures.flatMap(({ url, problem }) => (problem === null ? [] : [`${url}: ${problem}`])),
  };
}

/** Counts kept, missing and failed style sheets of a page, imports included. */
export function stylesOf(
  wanted: ReadonlySet<string>,
  sheets: readonly KeptSheet[],
): CallValue<'pages.preview'>['styles'] {
  const known = new Set(sheets.map(({ url }) => url));
  const open = [...wanted].filter((url) => !known.has(url)).length;
  const isFull = sheets.length >= sheetLimits.files;
  return {
    kept: sheets.filter(({ css }) => css !== null).length,
    missing: isFull ? 0 : open,
    problems: [
      ...sheets.flatMap(({ url, problem }) => (problem === null ? [] : [`${url}: ${problem}`])),
      ...(isFull && open > 0 ? [`Only the first ${sheetLimits.files} are kept.`] : []),
    ],
  };
}
