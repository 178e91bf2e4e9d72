import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What every secret of the site begins with, so that it can be searched for. */
export const secret = 'secret-of-the-login-';
/** What the person types. */
const password = `${secret}password`;

/** A login page on which a script does what a person does: types the password and sends it. */
const loginPage = `<!doctype html><title>Sign in</title><h1>Sign in</h1>
<form><input name="user"><input type="password" name="password"></form>
<script type="module">
  document.forms[0].elements.password.value = '${password}';
  await fetch('/session', { method: 'POST', body: document.forms[0].elements.password.value });
  localStorage.setItem('token', '${secret}token');
  await fetch('/ready');
</script>`;

/** A site with a login page, and an account page for who has logged in. */
export async function logInSite() {
  let isOpen = true;
  const ready = Promise.withResolvers<void>();
  const quiet = Promise.withResolvers<void>();
  const accounts: string[] = [];
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    const page = (html: string): void => {
      response.setHeader('content-type', 'text/html');
      response.end(html);
    };
    if (url === '/robots.txt' || url === '/favicon.ico') return response.writeHead(404).end();
    if (url === '/login') return page(loginPage);
    if (url === '/quiet') return page('<h1>Hello</h1><script>fetch("/quiet-shown")</script>');
    if (url === '/quiet-shown') {
      response.end();
      return quiet.resolve();
    }
    if (url === '/session') {
      response.setHeader('set-cookie', `sid=${secret}cookie; Path=/; HttpOnly; Max-Age=3600`);
      return response.end();
    }
    if (url === '/ready') {
      response.end();
      return ready.resolve();
    }
    accounts.push(headers.cookie ?? '');
    const isMember = isOpen && headers.cookie === `sid=${secret}cookie`;
    if (!isMember) return response.writeHead(302, { location: '/login' }).end();
    return page(`<h1>Account</h1><p>${'For members. '.repeat(20)}</p>`);
  });
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: (path: string): string => `http://127.0.0.1:${port}${path}`,
    /** The cookies with which the account page was asked for. */
    accounts,
    /** Resolves when the person has logged in. */
    ready: ready.promise,
    /** Resolves when the page is shown that sets nothing. */
    quiet: quiet.promise,
    /** The site forgets who has logged in. */
    expire: () => (isOpen = false),
  };
}
