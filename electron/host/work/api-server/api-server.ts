import type { ApiServerState, ApiSetting } from '../../../../shared/contract/types.ts';
import { isLoopback } from '../../../../shared/loopback.ts';
import { errorCode } from '../../../system/errors.ts';
import { HostError, toHostError } from '../../errors.ts';
import { announceApi, keepApi, readKeptApi, servingApi, type Announcement } from './api-files.ts';

/** A server of the API that answers. */
export interface OpenedApi {
  /** Such as "http://127.0.0.1:8321". */
  readonly origin: string;
  close(): Promise<void>;
}

/** Opens a server of the API. @throws the error of the operating system if the port is not available */
export type OpenApi = (setting: ApiSetting) => Promise<OpenedApi>;

/** Serves the API from this process when a person asks for it. One operation at a time. */
export interface ApiServer {
  state(): ApiServerState;
  /** @throws HostError `api-served`, `port-in-use`, `port-not-allowed`, `no-such-address`, `name-needed`, `not-here` */
  start(changes: Partial<ApiSetting>): Promise<ApiServerState>;
  stop(): Promise<ApiServerState>;
  /** Starts it where it was on the last time. Where it does not start, its state says why. */
  startAgain(): Promise<void>;
  /** Ends the server; the next window starts it again. */
  close(): Promise<void>;
}

/** Options of `createApiServer`. */
export interface ApiServerOptions {
  dataDir: string;
  /** null: this process cannot serve it. */
  open: OpenApi | null;
  onState: (state: ApiServerState) => void;
}

/** Creates what serves the API. Nothing is opened before `start` or `startAgain`. */
export function createApiServer({ dataDir, open, onState }: ApiServerOptions): ApiServer {
  let served: { api: OpenedApi; origin: string; announcement: Announcement } | null = null;
  let problem: ApiServerState['problem'] = null;
  let last: Promise<unknown> = Promise.resolve();

  function state(): ApiServerState {
    const { on, setting } = readKeptApi(dataDir);
    const common = { canServe: open !== null, startsAgain: on, problem, setting };
    if (served !== null) return { ...common, state: 'on', origin: served.origin, process: null };
    const other = servingApi(dataDir);
    return other === null
      ? { ...common, state: 'off', origin: null, process: null }
      : { ...common, state: 'elsewhere', problem: null, ...other };
  }

  function report(): ApiServerState {
    const now = state();
    onState(now);
    return now;
  }

  /** Waits for what was asked before, also where it fails. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = last.then(act, act);
    last = done.catch(() => undefined);
    return done;
  }

  async function end(): Promise<void> {
    const ending = served;
    served = null;
    await ending?.api.close();
    ending?.announcement.end();
  }

  async function begin(setting: ApiSetting): Promise<void> {
    if (open === null) throw new HostError('not-here', 'The API is served by a program with windows.');
    if (!isLoopback(setting.address) && setting.names.length === 0)
      throw new HostError(
        'name-needed',
        `At ${setting.address} other computers call the server by a name that it must know.`,
        'Enter the name or the address that they use.',
      );
    await end();
    const announcement = announceApi(dataDir);
    if (announcement === null) throw servedElsewhere(dataDir);
    try {
      const api = await open(setting);
      const origin = calledAs(api.origin, setting);
      announcement.at(origin);
      served = { api, origin, announcement };
    } catch (error) {
      announcement.end();
      throw refusal(error, setting);
    }
  }

  /** Begins, and keeps in the state why it could not. */
  async function attempt(setting: ApiSetting): Promise<void> {
    try {
      await begin(setting);
      problem = null;
    } catch (error) {
      const { code, message, hint } = toHostError(error);
      problem = { code, message, hint };
      report();
      throw error;
    }
  }

  return {
    state,
    start: (changes) =>
      inTurn(async () => {
        const { setting: before } = readKeptApi(dataDir);
        const wasOn = served !== null;
        const setting = { ...before, ...changes };
        try {
          await attempt(setting);
        } catch (error) {
          // What served until now goes on, as far as it can.
          if (wasOn && served === null) await attempt(before).then(report, () => undefined);
          throw error;
        }
        keepApi(dataDir, { on: true, setting });
        return report();
      }),
    stop: () =>
      inTurn(async () => {
        await end();
        problem = null;
        keepApi(dataDir, { on: false, setting: readKeptApi(dataDir).setting });
        return report();
      }),
    startAgain: () =>
      inTurn(async () => {
        const { on, setting } = readKeptApi(dataDir);
        if (open === null || !on || servingApi(dataDir) !== null) return;
        await attempt(setting).then(report, () => undefined);
      }),
    close: () => inTurn(end),
  };
}

/** The address as clients write it: where others reach it, they call it by a name. */
function calledAs(origin: string, { address, names: [name] }: ApiSetting): string {
  return isLoopback(address) || name === undefined ? origin : `http://${name}:${new URL(origin).port}`;
}

function servedElsewhere(dataDir: string): HostError {
  const other = servingApi(dataDir);
  return new HostError(
    'api-served',
    other === null
      ? 'Another process serves the API of this workspace.'
      : `The API of this workspace is served at ${other.origin} already, by process ${other.process}.`,
    'Use it there, or end that process first.',
    { ...other },
  );
}

/** An error of the operating system in words. */
function refusal(error: unknown, { port, address }: ApiSetting): unknown {
  const code = errorCode(error) ?? '';
  if (code === 'EADDRINUSE')
    return new HostError(
      'port-in-use',
      `Port ${port} is in use by another program.`,
      'Choose another port, or end that program.',
    );
  if (code === 'EACCES')
    return new HostError(
      'port-not-allowed',
      `The system reserves port ${port}.`,
      'Choose a port from 1024 on.',
    );
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EINVAL'].includes(code))
    return new HostError(
      'no-such-address',
      `This computer has no network interface with the address ${address}.`,
      'Enter one of its addresses, 127.0.0.1 for this computer only, or 0.0.0.0 for all.',
    );
  return error;
}
