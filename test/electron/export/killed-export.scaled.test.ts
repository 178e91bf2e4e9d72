import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { exportFormats } from '../../../shared/export-formats.ts';
import { sampled } from '../../scale.ts';

const program = fileURLToPath(new URL('./killed-export.ts', import.meta.url));

it.each(sampled([70, 119, 179].flatMap((batch) => exportFormats.map((format) => [format, batch] as const))))(
  '%s, killed after %i batches: the old file, and never a part of the new one',
  (format, batch) => {
    const dir = mkdtempSync(join(tmpdir(), 'spider-studio-killed-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const file = join(dir, `items.${format}`);
    writeFileSync(file, 'old');
    const { status } = spawnSync(process.execPath, [program, format, file, String(batch)]);
    expect([status, readFileSync(file, 'utf8')]).toEqual([process.platform === 'win32' ? 1 : null, 'old']);
    expect(readdirSync(dir).filter((name) => !name.endsWith('.partial'))).toEqual([`items.${format}`]);
  },
);

it.each(exportFormats)('%s: what a killed one has left is gone after the next', (format) => {
  const dir = mkdtempSync(join(tmpdir(), 'spider-studio-killed-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, `items.${format}`);
  const partials = () => readdirSync(dir).filter((name) => name.endsWith('.partial')).length;
  spawnSync(process.execPath, [program, format, file, '179']);
  const left = partials();
  const { status } = spawnSync(process.execPath, [program, format, file, '-1']);
  expect({ left: left > 0, status, partials: partials() }).toEqual({ left: true, status: 0, partials: 0 });
});
