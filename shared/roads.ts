/** What to do where a page is not what was expected, in sentences. A person reads them in the window and in the command line. */

/** @param url of the page; null: it is not known */
export function loginRoad(url: string | null): string {
  const place = /^https?:\/\/[^/?#]+/i.exec(url ?? '')?.[0] ?? 'URL';
  return `Log in once with "session login NAME ${place}", or in the settings under Logins, and name the login in SESSION.`;
}

/** Where a page takes a form or JSON, and no GET. */
export const formRoad = (url: string): string =>
  `"start_requests" of a spider ask for it, for example [{ "url": "${url}", "form": { "q": "lamp" } }]; "pages add" with the number of the request, or "Save its answer" in the form, saves what comes back as a page.`;

/** Where JSON came in the place of a page. */
export const jsonRoad =
  'It is built from like a page: "propose" reads it, and in the window its tree makes rows and fields.';

/** Where JSON came that is called something else, so that it is read as HTML. */
export const textRoad = 'css "body::text" together with json_path takes values from it.';

/** Where HTML came in the place of JSON. */
export const htmlRoad =
  'The address may want other headers, such as Accept: application/json, a login or a form; "propose" reads what is there.';

/** Where a page needs a browser, and there is none. */
export const browserRoad = 'install a browser: "browser install" downloads Chromium';
