import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiServer } from '../../../electron/web/api-server.ts';
import { openWebDoor, type WebDoor } from '../../../electron/web/door.ts';
import type { CallArgs } from '../../../shared/contract/index.ts';
import type { RunState } from '../../../shared/contract/types.ts';
import { openHost, type OpenHost } from '../../electron/host/open-host.ts';

const windowFolder = fileURLToPath(new URL('../../../dist/renderer', import.meta.url));

const ends: ReadonlySet<RunState> = new Set(['completed', 'stopped', 'failed', 'paused']);

/** A host on a data folder of its own, behind the door that browsers use. Each can be ended and started again. */
export class Studio {
  readonly dataDir: string;
  #host: OpenHost;
  #door: WebDoor;

  private constructor(host: OpenHost, door: WebDoor) {
    this.dataDir = host.dataDir;
    this.#host = host;
    this.#door = door;
  }

  /** @param prepare fills the data folder before the host opens it */
  static async start(prepare: (dataDir: string) => void | Promise<void> = () => undefined): Promise<Studio> {
    const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-window-'));
    await prepare(dataDir);
    const host = await openHost(dataDir, { openApi: openApiServer });
    return new Studio(host, await openDoor(host, 0));
  }

  /** Asks the host, beside the window. @throws where the answer is a failure */
  readonly call: OpenHost['call'] = (name, args, options) => this.#host.call(name, args, options);

  /** What went wrong in the host and was no answer to anybody. */
  get faults(): readonly unknown[] {
    return this.#host.faults;
  }

  get origin(): string {
    return this.#door.origin;
  }

  /** Another address that lets a browser in. */
  newTicket(): string {
    return this.#door.newTicket();
  }

  /** Opens the JSON beside the page, as text, in every window. */
  async openJson(): Promise<void> {
    // A test before, on the same studio, may have chosen the form.
    await this.call('app.setPreferences', {
      patch: { choices: { 'author.json': true, 'author.mode': null } },
    });
  }

  /** Adds a spider to the project that is there from the start. */
  async addSpider(text: string): Promise<void> {
    await this.call('spiders.save', { project: 'default', spider: null, text, base: null });
  }

  /**
   * Crawls, and waits for the end of the crawl.
   * @param end how it is to end @returns the run @throws where it ends otherwise
   */
  async crawl(args: CallArgs<'runs.start'>, end: RunState = 'completed'): Promise<string> {
    const { run } = await this.call('runs.start', args);
    await this.#ended(run.id, end);
    return run.id;
  }

  /** Crawls the sample site, with a spider other than that of its shop where one is named. @returns the run */
  async crawlSample(spider?: CallArgs<'app.startSample'>['spider']): Promise<string> {
    const { run } = await this.call('app.startSample', spider === undefined ? {} : { spider });
    await this.#ended(run, 'completed');
    return run;
  }

  async #ended(run: string, end: RunState): Promise<void> {
    const progress = this.#host.follow('run', { run });
    const last = await progress.until((told) => ends.has(told.run.state));
    progress.end();
    if (last.run.state !== end) throw new Error(`The run ended as ${last.run.state}.`);
  }

  /** Lets nobody in any more, and ends connections; the host goes on. */
  async closeDoor(): Promise<void> {
    await this.#door.close();
  }

  /** At the same address. It knows nobody whom it let in before. */
  async openDoor(): Promise<void> {
    this.#door = await openDoor(this.#host, Number(new URL(this.origin).port));
  }

  /** As by Ctrl+C. */
  async end(): Promise<void> {
    await this.#door.close();
    await this.#host.host.close();
  }

  /** After its end, at the same address and on the same data folder. */
  async startAgain(): Promise<void> {
    this.#host = await openHost(this.dataDir, { openApi: openApiServer });
    await this.openDoor();
  }

  /** Ends it, and takes its data folder away. */
  async close(): Promise<void> {
    await this.#door.close();
    await this.#host.close();
  }
}

const openDoor = ({ host }: OpenHost, port: number): Promise<WebDoor> =>
  openWebDoor({ host, folder: windowFolder, port });
