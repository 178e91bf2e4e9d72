import { useEffect, useState } from 'react';
import type { Client } from '../../client/client.ts';
import { getClient } from '../../state/client.ts';
import type { SpiderFile } from './dialogs-store.ts';

/** Pasted text is looked at when typing has stopped for a moment. */
const pause = 150;

/** The spiders in files: files of other tools are converted, and may have several. Null: that is not known yet. */
export function useConverted(files: readonly SpiderFile[]): readonly SpiderFile[] | null {
  const [known, setKnown] = useState<{ key: string; files: readonly SpiderFile[] } | null>(null);
  const key = JSON.stringify(
    files.map(({ name, text, archive, folder }) => [name, text, archive?.length, folder?.length]),
  );
  useEffect(() => {
    const abort = new AbortController();
    const convert = async () => {
      const converted: SpiderFile[] = [];
      for (const file of files) converted.push(...(await spidersIn(file, getClient(), abort.signal)));
      if (!abort.signal.aborted) setKnown({ key, files: converted });
    };
    const timer = setTimeout(() => void convert(), pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key]);
  return known?.key === key ? known.files : null;
}

/** The file itself, or the spiders that are converted from it. */
async function spidersIn(
  file: SpiderFile,
  client: Pick<Client, 'call'>,
  signal: AbortSignal,
): Promise<readonly SpiderFile[]> {
  if (file.problem !== null) return [file];
  const { name, text, archive, folder } = file;
  const own = folder === undefined ? [{ name, text }] : folder.map((each) => ({ ...each }));
  const sources = archive === undefined ? { files: own } : { files: [], archive };
  const answer = await client.call('spiders.convert', sources, { signal });
  // A folder that is of no other tool holds spiders.
  if (!answer.ok && folder !== undefined) {
    const each = folder.map((one) => spidersIn({ ...one, problem: null }, client, signal));
    return (await Promise.all(each)).flat();
  }
  const isForeign = archive !== undefined || /\.py$/iu.test(name);
  if (!answer.ok) return isForeign ? [{ name, text: '', problem: answer.error.message }] : [file];
  const { from, spiders } = answer.value;
  return spiders.map((spider) => ({
    name: spider.name === name || spiders.length === 1 ? name : `${name}: ${spider.name}`,
    text: spider.text ?? '',
    problem: spider.text === null ? 'Too little is left of it to be a spider.' : null,
    conversion: { from, report: spider.report },
  }));
}
