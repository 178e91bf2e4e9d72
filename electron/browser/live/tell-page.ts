import type { Dialog, Page, Response } from 'playwright';
import type { EgressSession } from '../egress-session.ts';

/** Answers what pages ask a person beside their content, as a crawl does, and tells it in sentences. */
export function tellPage(page: Page, session: EgressSession, note: (text: string) => void): void {
  page.on('dialog', (dialog) => answer(dialog, note));
  page.on('download', (download) => {
    note(`The file ${download.suggestedFilename()} was not downloaded.`);
    download.cancel().catch(() => undefined);
  });
  page.on('filechooser', () =>
    note('The page asked for a file. A crawl sends none, so none was chosen; the page goes on without.'),
  );
  page.on('response', (response) => {
    if (!response.request().isNavigationRequest() || response.frame() !== page.mainFrame()) return;
    const refusal = refusalOf(response, session);
    if (refusal !== null) note(refusal);
  });
}

/** Questions are cancelled, and leaving a page is never held up. */
function answer(dialog: Dialog, note: (text: string) => void): void {
  const type = dialog.type();
  const answered = type === 'beforeunload' ? dialog.accept() : dialog.dismiss();
  answered.catch(() => undefined);
  const said = dialog.message().trim();
  const words = said === '' ? '' : ` It said: “${said.slice(0, 300)}”.`;
  if (type === 'alert') note(`The page showed a message, which was closed.${words}`);
  else if (type !== 'beforeunload')
    note(`The page asked something, which was cancelled, as in a crawl.${words}`);
}

/** The egress proxy answers for hosts that it does not reach, with an empty page. */
function refusalOf(response: Response, session: EgressSession): string | null {
  const status = response.status();
  if (status !== 403 && status !== 502) return null;
  return session.problemOf(URL.parse(response.url())?.host ?? '')?.message ?? null;
}
