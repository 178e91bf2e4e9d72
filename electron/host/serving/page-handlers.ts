import type { CallArgs, CallValue, TopicEvent } from '../../../shared/contract/index.ts';
import type { Handler } from '../data/call-context.ts';
import type { PageOwner } from '../data/page-owner.ts';
import { webUrl } from '../data/pages.ts';
import { savedPage } from '../data/rows.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import { HostError } from '../errors.ts';
import type { PageCapture } from '../work/capture/page-capture.ts';
import { typeOfFile } from '../work/read-page.ts';
import type { Tester } from '../work/tester/tester.ts';
import { picturesOf, stylesOf } from './file-handlers.ts';
import type { SampleKeeper } from './sample-keeper.ts';
import type { Uploads } from './uploads.ts';
import type { WindowResources } from './window-resources.ts';

/** Services that pages need. */
interface PageServices {
  database: Pick<DatabaseWorkers, 'ask'>;
  capture: Pick<PageCapture, 'get'>;
  sample: Pick<SampleKeeper, 'serveAt'>;
  tester: Pick<Tester, 'pack' | 'render' | 'treeOfRequest'>;
  uploads: Pick<Uploads, 'begin' | 'append' | 'take'>;
  resources: Pick<WindowResources, 'keepPreview'>;
  /** Publishes the progress of an operation. */
  report: (operation: string | undefined, stage: TopicEvent<'progress'>['stage']) => void;
}

/** A page to fetch and save. */
interface UrlToAdd extends Omit<CallArgs<'pages.addUrlToDraft'>, 'project' | 'draft'> {
  owner: PageOwner;
  /** Whose settings apply; null: those of the newest version or of the draft. */
  text: string | null;
}

/** Creates the handlers of the calls that save and show pages, and of those that send files to the host. */
export function createPageHandlers({
  database,
  capture,
  sample,
  tester,
  uploads,
  resources,
  report,
}: PageServices): {
  readonly [
    N in
      | 'pages.addUrl'
      | 'pages.addUrlToDraft'
      | 'pages.addRequest'
      | 'pages.fetchAgain'
      | 'pages.addFile'
      | 'pages.preview'
      | 'pages.previewRequest'
      | 'pages.treeOfRequest'
      | 'uploads.begin'
      | 'uploads.append'
  ]: Handler<N>;
} {
  function preview(page: Awaited<ReturnType<Tester['render']>>) {
    const { elements, shown, notes, needsBrowser } = page;
    const styles = stylesOf(page.sheets, page.kept);
    const pictures = picturesOf(page);
    return { path: resources.keepPreview(page), elements, shown, notes, needsBrowser, styles, pictures };
  }

  async function addUrl(
    { owner, url, text, allowPrivate, withinDomains = false, browser, operation }: UrlToAdd,
    signal: AbortSignal,
  ): Promise<CallValue<'pages.addUrl'>> {
    const { project, spider } = owner;
    await sample.serveAt(url, spider);
    const settings = await database.ask('quick', 'pageSettings', { owner, text });
    const within = withinDomains ? await database.ask('quick', 'pageDomains', { owner, text }) : null;
    const request = { project, settings, url: webUrl(url), allowPrivate, within, browser: browser ?? null };
    const { content, notes } = await capture.get(request, {
      signal,
      onStage: (stage) => report(operation, stage),
    });
    const page = { ...content, run: null };
    return { page: savedPage(await database.ask('write', 'addPage', { owner, page })), notes };
  }

  return {
    'pages.addUrl': async ({ project, spider, url, text, ...how }, { signal }) =>
      addUrl({ owner: { project, spider }, url, text: text ?? null, ...how }, signal),
    'pages.addUrlToDraft': async ({ project, draft, url, ...how }, { signal }) =>
      addUrl({ owner: { project, spider: null, draft }, url, text: null, ...how }, signal),
    'pages.addRequest': async ({ project, spider, number, text, allowPrivate, operation }, { signal }) => {
      const { request: written, settings } = await database.ask('quick', 'startRequest', {
        project,
        spider,
        number,
        text: text ?? null,
      });
      const url = webUrl(written.url);
      await sample.serveAt(url, spider);
      const request = { project, settings, url, message: written.message, allowPrivate, browser: null };
      const { content, notes } = await capture.get(request, {
        signal,
        onStage: (stage) => report(operation, stage),
      });
      const page = { ...content, run: null, request: { ...written, url } };
      return {
        page: savedPage(await database.ask('write', 'addPage', { owner: { project, spider }, page })),
        notes,
      };
    },
    'pages.fetchAgain': async ({ page: id, allowPrivate, browser, text, operation }, { signal }) => {
      const row = await database.ask('quick', 'requirePage', { page: id });
      const { project, spider, draft, source, acted } = row;
      const url = row.request?.url ?? row.url;
      if (url === null) {
        throw new HostError(
          'bad-url',
          'It is not known where this page comes from.',
          'Give it its address, then fetch it again.',
        );
      }
      const settings = await database.ask('quick', 'pageSettings', {
        owner: { project, spider, draft },
        text: text ?? null,
      });
      await sample.serveAt(url, spider);
      const asBefore = browser ?? (source === 'rendered' ? true : null);
      const address = webUrl(acted?.list?.url ?? url);
      const sent = row.request === undefined ? {} : { message: row.request.message };
      const request = { project, settings, url: address, ...sent, allowPrivate, browser: asBefore };
      const { content, notes } = await capture.get(request, {
        signal,
        onStage: (stage) => report(operation, stage),
      });
      return { page: savedPage(await database.ask('write', 'renewPage', { page: id, content })), notes };
    },
    'pages.addFile': async ({ project, spider, upload, url }) => {
      const address = url === undefined || url === null || url === '' ? null : webUrl(url);
      await database.ask('quick', 'requireSpider', { project, spider });
      const { name, body } = uploads.take(upload);
      const { page, title } = await tester.pack({ body, contentType: typeOfFile(name, body), url: address });
      const shown = title === 'Page' ? name.slice(0, 300) : title;
      const added = { title: shown, url: address, source: 'file' as const, run: null, page };
      return savedPage(await database.ask('write', 'addPage', { owner: { project, spider }, page: added }));
    },
    'pages.preview': async ({ page }, { signal }) => preview(await tester.render({ page }, signal)),
    'pages.previewRequest': async ({ request }, { signal }) =>
      preview(await tester.render({ request }, signal)),
    'pages.treeOfRequest': (args, { signal }) => tester.treeOfRequest(args, signal),

    'uploads.begin': ({ name, bytes }, { window }) => ({ upload: uploads.begin(window, name, bytes) }),
    'uploads.append': ({ upload, offset, data }) => ({
      received: uploads.append(upload, offset, Buffer.from(data, 'base64')),
    }),
  };
}
