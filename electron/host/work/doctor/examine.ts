import { doctorChecks } from '../../../../shared/contract/calls/app.ts';
import type { AppInfo, Finding, QueueStatus, Schedule } from '../../../../shared/contract/types.ts';
import { systemRoots } from '../../../system/certificates.ts';
import { systemNetwork } from '../../../system/network.ts';
import { readProxyFile } from '../../data/proxy-file.ts';
import { toHostError } from '../../errors.ts';
import { browserStatus } from '../browser.ts';
import { systemSources } from '../proxy-secrets.ts';
import { broken, type Found } from './finding.ts';
import {
  checkCertificates,
  checkDisk,
  checkFolder,
  checkKeychain,
  checkNetwork,
  checkProgram,
  checkRendering,
} from './machine-checks.ts';
import { checkDatabase, checkProxies, checkSchedules } from './workspace-checks.ts';

/** Reads from the workspace. Each may fail: the database may be damaged. */
export interface WorkspaceReader {
  sizes(): Promise<Pick<AppInfo, 'databaseBytes'>>;
  schedules(): Promise<readonly Schedule[]>;
  queue(): Promise<QueueStatus>;
}

/** Options of `examine`. */
export interface Examination {
  dataDir: string;
  workspace: WorkspaceReader;
  /** A site to which a connection is opened; null: none is. */
  site: URL | null;
}

type Check = () => Found | Promise<Found>;

/** Checks what the application needs on this computer. @returns a finding for each check, in the order of `doctorChecks` */
export async function examine({ dataDir, workspace, site }: Examination): Promise<Finding[]> {
  const usesKeychain = (): boolean =>
    readProxyFile(dataDir).proxies.some(({ secret }) => secret?.startsWith('keychain:') === true);
  const checks: Readonly<Record<Finding['check'], Check>> = {
    program: () => checkProgram(process),
    'data-folder': () => checkFolder(dataDir),
    database: () => checkDatabase(() => workspace.sizes()),
    disk: () => checkDisk(dataDir),
    browser: async () => checkRendering(await browserStatus(dataDir)),
    network: () => checkNetwork(systemNetwork(), site),
    certificates: () => checkCertificates(systemRoots),
    proxies: () => checkProxies(() => readProxyFile(dataDir), systemSources),
    keychain: () => checkKeychain(systemSources.keychain(), usesKeychain()),
    schedules: () =>
      checkSchedules(async () => {
        const { workers } = await workspace.queue();
        return { schedules: await workspace.schedules(), workers };
      }),
  };
  return Promise.all(doctorChecks.map(async (check) => ({ check, ...(await findingOf(checks[check])) })));
}

/** A check that fails is a finding, so that the others are told. */
async function findingOf(check: Check): Promise<Found> {
  try {
    return await check();
  } catch (error) {
    const failure = toHostError(error);
    return broken(`This could not be checked. ${failure.message}`, failure);
  }
}
