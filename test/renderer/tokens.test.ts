import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The tokens as the style sheet declares them, by theme. */
function readTokens(): Record<'light' | 'dark', Map<string, string>> {
  const css = readFileSync(new URL('../../renderer/styles/tokens.css', import.meta.url), 'utf8');
  const block = (selector: string) => {
    const start = css.indexOf('{', css.indexOf(selector)) + 1;
    const entries = [...css.slice(start, css.indexOf('\n}', start)).matchAll(/(--[\w-]+):\s*([^;]+);/gu)];
    return new Map(entries.map(([, name = '', value = '']) => [name, value.trim()]));
  };
  const light = block('\n:root {');
  return { light, dark: new Map([...light, ...block(":root[data-theme='dark']")]) };
}

const tokens = readTokens();

function colourOf(theme: 'light' | 'dark', name: string): [number, number, number] {
  let value = tokens[theme].get(name) ?? '';
  const reference = /^var\((--[\w-]+)\)$/u.exec(value);
  if (reference?.[1] !== undefined) return colourOf(theme, reference[1]);
  value = value.replace(/^#/u, '');
  expect(value, `${name} in the ${theme} theme`).toMatch(/^[0-9a-f]{6}$/u);
  return [0, 2, 4].map((at) => Number.parseInt(value.slice(at, at + 2), 16)) as [number, number, number];
}

/** Contrast as WCAG 2 defines it. */
function contrast(theme: 'light' | 'dark', a: string, b: string): number {
  const luminance = (name: string) => {
    const [red = 0, green = 0, blue = 0] = colourOf(theme, name).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['--surface-app', '--surface', '--surface-raised', '--surface-sunken'];
const texts = ['--text', '--text-muted', '--text-subtle', '--accent-text', '--danger-text'];
const tones = ['success', 'warning', 'danger', 'info'];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(surfaces)('has readable text on %s', (surface) => {
    for (const text of texts) {
      expect(contrast(theme, text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(tones)('has readable words on the tone %s', (tone) => {
    expect(contrast(theme, `--${tone}-text`, `--${tone}-subtle`)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme, `--${tone}-text`, '--surface')).toBeGreaterThanOrEqual(4.5);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('has a readable letter on icon %i', (icon) => {
    expect(contrast(theme, '--text-on-accent', `--icon-${icon}`)).toBeGreaterThanOrEqual(4.5);
  });

  it('has readable words on buttons and on what is selected', () => {
    for (const button of ['--accent', '--accent-hover', '--accent-active', '--danger', '--danger-hover']) {
      expect(contrast(theme, '--text-on-accent', button), button).toBeGreaterThanOrEqual(4.5);
    }
    for (const text of ['--text', '--text-muted']) {
      expect(contrast(theme, text, '--surface-selected'), text).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(theme, '--accent-text', '--accent-subtle')).toBeGreaterThanOrEqual(4.5);
  });

  it('has values that can be told from the ground', () => {
    for (const kind of ['string', 'number', 'boolean', 'null', 'key']) {
      expect(contrast(theme, `--value-${kind}`, '--surface'), kind).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('has edges, rings, dots and lines that are seen', () => {
    const marks = ['--border-control', '--focus', '--success', '--warning', '--danger', '--info'];
    const states = ['running', 'queued', 'paused', 'completed', 'stopped', 'failed', 'interrupted'];
    const series = [1, 2, 3, 4, 5, 6].map((number) => `--series-${number}`);
    for (const mark of [...marks, ...states.map((state) => `--state-${state}`), ...series]) {
      for (const surface of ['--surface', '--surface-app']) {
        expect(contrast(theme, mark, surface), `${mark} on ${surface}`).toBeGreaterThanOrEqual(3);
      }
    }
  });
});

/** Every style sheet of the window, by its path. */
const sheets = globSync('renderer/**/*.css', { cwd: root }).map(
  (path) => [path, readFileSync(join(root, path), 'utf8')] as const,
);

describe('the sizes of text', () => {
  it('are few', () => {
    const sizes = [...tokens.light].filter(([name]) => /^--text-(?:sm|md|lg|\d?xl|xs)$/u.test(name));
    expect(sizes.map(([name]) => name)).toEqual([
      '--text-sm',
      '--text-md',
      '--text-lg',
      '--text-xl',
      '--text-2xl',
    ]);
    const pixels = sizes.map(([, size]) => Number.parseInt(size, 10));
    expect(Math.min(...pixels)).toBeGreaterThanOrEqual(12);
    expect(pixels).toEqual(pixels.toSorted((a, b) => a - b));
  });

  it.each(sheets)('are those of the tokens in %s', (_, css) => {
    const used = [...css.matchAll(/font-size:\s*([^;]+);/gu)].map(([, size = '']) => size);
    const allowed = /^(?:var\(--text-(?:sm|md|lg|xl|2xl)\)|inherit|0\.94em)$/u;
    expect(used.filter((size) => !allowed.test(size))).toEqual([]);
  });
});
