import type { WorkCallName } from '../../../shared/contract/index.ts';
import type { Handler } from '../data/call-context.ts';
import { webUrl } from '../data/pages.ts';
import type { DatabaseWorkers } from '../database/database-workers.ts';
import type { PageCapture } from '../work/capture/page-capture.ts';
import { createLoginWindows, displayProblem } from '../work/logins/log-in.ts';
import { importLogin, listLogins, removeLogin } from '../work/logins/logins.ts';

type SessionHandlers = { readonly [N in Extract<WorkCallName, `sessions.${string}`>]: Handler<N> };

/** Services that logins need. */
interface SessionServices {
  dataDir: string;
  database: Pick<DatabaseWorkers, 'ask'>;
  capture: Pick<PageCapture, 'login'>;
}

/** Handlers of the calls about logins. */
export function createSessionHandlers({ dataDir, database, capture }: SessionServices): SessionHandlers {
  const windows = createLoginWindows(dataDir);
  return {
    'sessions.list': () => Promise.resolve(listLogins(dataDir)),
    'sessions.import': (login) => importLogin(dataDir, login),
    'sessions.canLogIn': () => {
      const problem = displayProblem();
      return { problem: problem?.message ?? null, hint: problem?.hint ?? null };
    },
    'sessions.login': ({ name, url, domains = [] }, { signal }) =>
      windows.logIn({ name, url: webUrl(url), domains }, signal),
    'sessions.finish': ({ name }) => {
      windows.finish(name);
      return {};
    },
    'sessions.check': async (
      { name, url, project = 'default', spider, allowPrivate = false },
      { signal },
    ) => {
      const settings =
        spider === undefined
          ? await database.ask('quick', 'projectSettings', { project })
          : await database.ask('quick', 'pageSettings', { owner: { project, spider }, text: null });
      const request = {
        project,
        settings: { ...settings, SESSION: name },
        url: webUrl(url),
        allowPrivate,
        browser: spider === undefined ? false : null,
      };
      const found = await capture.login(request, { signal, onStage: () => undefined });
      return { name, url: request.url, ...found };
    },
    'sessions.remove': ({ name }) => removeLogin(dataDir, name),
  };
}
