import { useState } from 'react';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { Finding } from '../../../shared/contract/types.ts';
import { adviceInWindow } from '../../client/advice.ts';
import { act } from '../../state/act.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { counted } from '../../ui/format.ts';
import { checkComputer, useCheck } from './check-store.ts';

/** What Spider Studio needs on this computer: checked when asked, with what to do about each trouble. */
export function ComputerCheck() {
  const { busy, findings, error } = useCheck();
  return (
    <section aria-label="This computer">
      <div className="about-check-head">
        <h2>This computer</h2>
        <Button size="small" busy={busy} onClick={() => void checkComputer()}>
          {findings === null ? 'Check this computer' : 'Check again'}
        </Button>
      </div>
      {error !== null ? (
        <ErrorState error={error} title="The check was not done." onRetry={() => void checkComputer()} />
      ) : findings === null ? (
        <p className="muted about-check-intro">
          Disk, database, browser, network, proxies, keychain and schedules, with what to do where something
          is missing. Nothing is sent over the network.
        </p>
      ) : (
        <>
          <p className="muted about-check-intro" role="status">
            {summary(findings)}
          </p>
          <ul className="about-findings" aria-label="Findings">
            {findings.map((finding) => (
              <FindingRow finding={finding} key={finding.check} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const titles: Readonly<Record<Finding['check'], string>> = {
  program: 'Program',
  'data-folder': 'Data folder',
  database: 'Database',
  disk: 'Disk',
  browser: 'Browser',
  network: 'Network',
  certificates: 'Certificates',
  proxies: 'Proxies',
  keychain: 'Keychain',
  schedules: 'Schedules',
};

const icons = {
  good: { icon: CircleCheck, word: 'Good' },
  attention: { icon: TriangleAlert, word: 'Needs attention' },
  broken: { icon: CircleX, word: 'Broken' },
} as const;

function FindingRow({ finding }: { finding: Finding }) {
  const { check, state, found } = finding;
  const { icon: Icon, word } = icons[state];
  const todo = adviceInWindow(finding);
  return (
    <li data-state={state}>
      <Icon size={15} aria-label={word} role="img" />
      <div>
        <h3>{titles[check]}</h3>
        <p>{found}</p>
        {todo !== null && <p className="muted">{todo}</p>}
        {finding.action?.action === 'install-browser' && <InstallBrowser />}
      </div>
    </li>
  );
}

/** Downloads a browser, and checks again. */
function InstallBrowser() {
  const [busy, setBusy] = useState(false);
  const install = async () => {
    setBusy(true);
    const status = await act('app.installBrowser', {}, { failure: 'The browser was not downloaded.' });
    setBusy(false);
    if (status !== null) await checkComputer();
  };
  return (
    <Button size="small" busy={busy} onClick={() => void install()}>
      Download Chromium
    </Button>
  );
}

function summary(findings: readonly Finding[]): string {
  const inState = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const faults = inState('broken');
  const notes = inState('attention');
  if (faults > 0) return `${counted(faults, 'thing')} broken.`;
  return notes === 0 ? 'All is well.' : `Nothing is broken; ${counted(notes, 'thing')} to look at.`;
}
