import type { KeptPicture } from '../../../store/pages/picture-queries.ts';
import type { KeptSheet, SavedContent } from '../../../store/pages/saved-page-queries.ts';
import { browserThreads } from '../../threads/browser-threads.ts';
import type { BegunPage, Keeping } from './begin-page.ts';
import type { LoginFinding } from './check-login.ts';
import type { ProposedChoice } from '../../../../shared/contract/types.ts';
import type { DetailedChoice } from './detail-page.ts';
import type { RawPage } from './pack-page.ts';
import type { CaptureStage, CaptureRequest } from './page-session.ts';

/** Progress reported by the thread. */
export interface CaptureProgress {
  stage: CaptureStage;
}

/** A captured page, ready to be stored. */
export interface CapturedContent {
  content: SavedContent;
  /** Warnings, in sentences. */
  notes: string[];
}

/** Style sheets and pictures to fetch for a page that is there. */
export interface FilesRequest {
  request: CaptureRequest;
  /** Absolute URLs without duplicates. */
  sheets: readonly string[];
  pictures: readonly string[];
  of: { url: string | null; encoding: string };
}

/** What was fetched for a page; failed ones are included with their problem. */
export interface PageFiles {
  sheets: KeptSheet[];
  pictures: KeptPicture[];
}

type Request = Omit<CaptureRequest, 'dataDir' | 'proxyChannel'>;
interface Observer {
  signal: AbortSignal;
  onStage: (stage: CaptureStage) => void;
}

/** Captures pages from their addresses. */
export interface PageCapture {
  /** Fetches or renders a page. @throws HostError like `PageSession` and `packPage` */
  get(request: Request, observer: Observer): Promise<CapturedContent>;
  /** Fetches and reads a page that a spider could begin with. @throws HostError like `beginPage` */
  begin(what: { request: Request; keep: Keeping }, observer: Observer): Promise<BegunPage>;
  /** Reads a file that a spider could begin with. @throws HostError like `beginFile` */
  beginFile(file: RawPage, signal: AbortSignal): Promise<BegunPage>;
  /** Fetches the sample of a choice, and adds what it holds. @throws HostError like `lookAtDetails` */
  details(what: { request: Request; choice: ProposedChoice }, observer: Observer): Promise<DetailedChoice>;
  /** Fetches style sheets and pictures. @throws HostError `cancelled` */
  files(what: Omit<FilesRequest, 'request'> & { request: Request }, observer: Observer): Promise<PageFiles>;
  /** Whether the login that the settings name still holds. @throws HostError like `checkLogin` */
  login(request: Request, observer: Observer): Promise<LoginFinding>;
  /** Cancels pages in progress. */
  close(): Promise<void>;
}

/** Captures pages for the tester, each in its own thread. */
export function createPageCapture(here: { dataDir: string; proxyChannel: string | null }): PageCapture {
  const threads = browserThreads(new URL('./capture-worker.ts', import.meta.url));
  const run = (name: string, args: unknown, { signal, onStage }: Observer): Promise<never> =>
    threads.run(name, args, { signal, onNote: ({ stage }: CaptureProgress) => onStage(stage) });

  return {
    get: (request, observer) => run('get', { ...request, ...here }, observer),
    begin: ({ request, keep }, observer) =>
      run('begin', { keep, request: { ...request, ...here } }, observer),
    beginFile: (file, signal) => threads.run('beginFile', file, { signal }),
    details: ({ request, choice }, observer) =>
      run('details', { choice, isKept: true, request: { ...request, ...here } }, observer),
    files: ({ request, ...what }, observer) =>
      run('files', { ...what, request: { ...request, ...here } }, observer),
    login: (request, observer) => run('login', { ...request, ...here }, observer),
    close: () => threads.close({ wait: false }),
  };
}
