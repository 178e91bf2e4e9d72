import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { AboutScreen } from '../../../../renderer/features/about/about-screen.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { createFakeClient } from '../../fake-client.ts';

const logFile = 'C:\\Users\\Zoë\\AppData\\Local\\Spider Studio\\logs\\spider-studio.log';

function open(folderWarning: string | null) {
  setClient(
    createFakeClient({
      'app.info': () => ({
        name: 'Spider Studio',
        version: '1.2.3',
        platform: 'win32',
        dataFolder: 'C:\\Users\\Zoë\\AppData\\Local\\Spider Studio',
        logFile,
        databaseBytes: 1,
        storedPages: { pages: 0, bytes: 0, storedBytes: 0 },
        versions: { node: '24.0.0' },
        proxySource: 'settings',
      }),
      'app.status': () => ({
        firstStart: false,
        projects: 0,
        spiders: 0,
        runs: 0,
        interrupted: [],
        underway: [],
        sampleSite: null,
        folderWarning,
      }),
    }),
  );
  render(<AboutScreen />);
}

it('shows where the log is, and copies its path', async () => {
  const user = userEvent.setup();
  open(null);
  expect((await screen.findByText(logFile)).tagName).toBe('CODE');
  await user.click(screen.getByRole('button', { name: 'Copy the path of the log' }));
  expect(await navigator.clipboard.readText()).toBe(logFile);
});

it('says what is risky about where the data is', async () => {
  open('The data folder is on the network share nas:/data.');
  expect(await screen.findByText('The data folder is on the network share nas:/data.')).toBeTruthy();
});
