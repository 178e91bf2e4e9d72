/**
 * Renders the icons of the packages from resources/icon.svg, and copies it for the window: `npx node scripts/icon.mjs`.
 * Run it when the drawing has changed, and commit the result.
 *
 * resources/icon.png      1024 × 1024, the drawing to its edges: Linux and Windows
 * resources/icon-mac.png  1024 × 1024, the drawing at 824 as on Apple's grid for icons, so that it is as large as its neighbours
 * resources/tray/         the icons of the notification area: for each scale of Windows, and for Linux
 * renderer/public/icon.svg  the favicon, and the mark in the window
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { installedChromium } from './chromium.mjs';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const largest = 1024;
const pictures = [
  { file: 'resources/icon.png', drawn: largest },
  { file: 'resources/icon-mac.png', drawn: 824 },
  ...Object.entries({
    windows: 16,
    'windows@1.25x': 20,
    'windows@1.5x': 24,
    'windows@2x': 32,
    linux: 32,
  }).map(([name, pixels]) => ({ file: `resources/tray/${name}.png`, size: pixels, drawn: pixels })),
];

const executablePath = installedChromium();
if (executablePath === null) throw new Error('There is no Chromium; run "npm run test:tools".');

const drawing = readFileSync(at('resources/icon.svg'));
const browser = await chromium.launch({ executablePath });
try {
  const page = await browser.newPage({ viewport: { width: largest, height: largest } });
  for (const { file, drawn, size = largest } of pictures) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;height:100vh">
        <img width="${drawn}" height="${drawn}" src="data:image/svg+xml;base64,${drawing.toString('base64')}">`,
    );
    await page.locator('img').evaluate((image) => image.decode());
    writeFileSync(at(file), await page.screenshot({ omitBackground: true }));
    console.log(file);
  }
} finally {
  await browser.close();
}
copyFileSync(at('resources/icon.svg'), at('renderer/public/icon.svg'));
console.log('renderer/public/icon.svg');
