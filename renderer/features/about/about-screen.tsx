import { TriangleAlert } from 'lucide-react';
import { desktopBridge } from '../../client/connect.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { bytes, count } from '../../ui/format.ts';
import { PropertyList } from '../../ui/inspector-pane.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { toast } from '../../state/toasts.ts';
import { ComputerCheck } from './computer-check.tsx';
import { VersionsGroup } from './versions-group.tsx';
import './about.css';

const names: Readonly<Record<string, string>> = {
  node: 'Node.js',
  electron: 'Electron',
  chrome: 'Chromium',
  v8: 'V8',
};

/** Versions, and where the data is: what support asks for first. */
export function AboutScreen() {
  const { value, error, refresh } = useCall('app.info', {});
  const warning = useCall('app.status', {}).value?.folderWarning ?? null;
  if (error !== null && value === null) return <ErrorState page error={error} onRetry={refresh} />;
  if (value === null) {
    return (
      <div className="about">
        <Skeleton width="200px" />
      </div>
    );
  }
  const inDesktop = desktopBridge() !== null;
  const versions = Object.entries(value.versions);
  const copy = async () => {
    const lines = [
      `${value.name} ${value.version} (${inDesktop ? 'desktop' : 'web'}, ${value.platform})`,
      ...versions.map(([name, version]) => `${names[name] ?? name} ${version}`),
      navigator.userAgent,
    ];
    await navigator.clipboard.writeText(lines.join('\n'));
    toast.success('Versions copied');
  };
  const copyPath = async () => {
    await navigator.clipboard.writeText(value.logFile);
    toast.success('Log path copied');
  };
  return (
    <div className="about">
      <header>
        <img src="./icon.svg" width={48} height={48} alt="" />
        <div>
          <h1>{value.name}</h1>
          <p className="muted">Version {value.version}</p>
        </div>
      </header>
      <section>
        <h2>Runs on</h2>
        <PropertyList
          entries={[
            ...versions.map(([name, version]) => [names[name] ?? name, version] as const),
            ['Platform', value.platform],
            ['Shown in', inDesktop ? 'the desktop window' : 'a browser, on this machine only'],
          ]}
        />
      </section>
      <section>
        <h2>Data</h2>
        <PropertyList
          entries={[
            ['Folder', <code key="folder">{value.dataFolder}</code>],
            ['Log', <code key="log">{value.logFile}</code>],
            ['Database', bytes(value.databaseBytes)],
            [
              'Stored pages',
              `${count(value.storedPages.pages)} (${bytes(value.storedPages.bytes)}, ${bytes(value.storedPages.storedBytes)} on disk)`,
            ],
          ]}
        />
      </section>
      {warning !== null && (
        <Notice tone="warning" icon={TriangleAlert}>
          {warning}
        </Notice>
      )}
      <ComputerCheck />
      <VersionsGroup />
      <div className="row">
        <Button onClick={() => void copy()}>Copy the versions</Button>
        <Button onClick={() => void copyPath()}>Copy the path of the log</Button>
      </div>
    </div>
  );
}
