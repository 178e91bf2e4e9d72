import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changedNativeCode } from '../../../electron/shell/native-code.ts';

/** A folder with one file of native code, and a list that knows it. */
function installed() {
  const root = mkdtempSync(join(tmpdir(), 'spider-studio-native-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'prebuilds');
  const list = join(root, 'native.json');
  mkdirSync(folder);
  writeFileSync(join(folder, 'linux-x64.node'), 'code');
  const sum = createHash('sha256').update('code').digest('hex');
  writeFileSync(list, JSON.stringify({ 'linux-x64.node': sum, 'win32-x64.node': sum }));
  return { folder, list };
}

describe('native code beside the archive', () => {
  it('may be what was packaged, of whichever system', () => {
    const { folder, list } = installed();
    expect(changedNativeCode(folder, list)).toEqual([]);
  });

  it('is noticed when it was changed, or more was added', () => {
    const { folder, list } = installed();
    appendFileSync(join(folder, 'linux-x64.node'), '!');
    writeFileSync(join(folder, 'other.node'), 'code');
    expect(changedNativeCode(folder, list).sort()).toEqual(['linux-x64.node', 'other.node']);
  });
});
