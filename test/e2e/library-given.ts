import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePack } from '../../electron/packs/pack-file.ts';
import { readIndex, type RegistryIndex } from '../../electron/library/index-file.ts';
import { samplePack } from '../electron/packs/sample-pack.ts';
import { call, type Called, type CallOptions } from './call.ts';

/** A person with a data folder of their own, below the folder of the test. */
export interface Person {
  /** Calls a command in the person's data folder. */
  call(args: readonly string[], options?: CallOptions): Promise<Called>;
  /** The same with `--json`, and what it printed. */
  ask<T = Record<string, unknown>>(...args: string[]): Promise<T>;
  /** Stores the sample spider "lamps" with its pages, with a change of its text. */
  store(change?: (text: string) => string): Promise<void>;
}

/** People below a folder. */
export function personIn(folder: string, name: string): Person {
  const home = join(folder, name);
  const run: Person['call'] = (args, options) => call([...args, '--data-dir', home], options);
  return {
    call: run,
    async ask<T>(...args: string[]) {
      return (await run([...args, '--json'])).json<T>();
    },
    async store(change = (text) => text) {
      mkdirSync(home, { recursive: true });
      const file = join(home, 'lamps.spiderpack');
      const { spider } = samplePack;
      const pack = { ...samplePack, earlier: [], spider: { ...spider, text: change(spider.text) } };
      writeFileSync(file, await writePack(pack));
      await run(['unpack', file]);
    },
  };
}

/** The index of a registry in a folder, which has to be as it should be. */
export const indexIn = (folder: string): RegistryIndex => readIndex(readFileSync(join(folder, 'index.json')));

/** All files of a registry in a folder. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => each.name)
    .toSorted();
