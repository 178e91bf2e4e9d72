import { expect, it } from 'vitest';
import { describeQueries } from './describe-queries.ts';

describeQueries('preferences', (open) => {
  it('are kept under their names', async () => {
    const { preferences } = open().queries;
    expect(await preferences.get('window')).toBeNull();
    expect(await preferences.update('window', (before) => `${before ?? ''}a`)).toBe('a');
    expect(await preferences.update('window', (before) => `${before ?? ''}b`)).toBe('ab');
    expect(await preferences.get('window')).toBe('ab');
    expect(await preferences.get('another')).toBeNull();
  });

  it('lose nothing of two writers at once', async () => {
    const { preferences } = open().queries;
    await Promise.all(
      ['a', 'b'].map((letter) => preferences.update('window', (text) => `${text ?? ''}${letter}`)),
    );
    expect(['ab', 'ba']).toContain(await preferences.get('window'));
  });

  it('stay as they are where a change fails', async () => {
    const { preferences } = open().queries;
    await preferences.update('window', () => 'kept');
    const fail = (): string => {
      throw new Error('no');
    };
    await expect(preferences.update('window', fail)).rejects.toThrow('no');
    expect(await preferences.get('window')).toBe('kept');
  });
});
