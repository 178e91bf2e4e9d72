import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { here } from './process.ts';
import { siteKinds, type SiteKind } from './site.ts';

export { siteKinds, type SiteKind };

/** Serves the site (`site.ts`) in a process of its own, so that its work is on nobody's bill. Ends when that is killed. */
export async function startSite(
  pages: number,
  seed: string,
  kind: SiteKind,
): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(
    process.execPath,
    [here('site.ts'), '--pages', String(pages), '--seed', seed, '--kind', kind],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  for await (const line of createInterface(child.stdout)) {
    const { url }: { url: string } = JSON.parse(line);
    return { url, process: child };
  }
  throw new Error('The site of the bench did not start.');
}
