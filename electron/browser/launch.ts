import type { Browser } from 'playwright';
import { environment, type Environment } from '../system/environment.ts';

/** How a browser is started. */
export interface LaunchOptions {
  executable: string;
  /** Port of the egress proxy on 127.0.0.1, which all traffic goes through. */
  egressPort: number;
  /** Whether images and fonts are loaded. */
  images: boolean;
  /** Script heap of a page in megabytes. A page that exceeds it crashes only its tab. */
  heapMb: number;
}

/** The browser could not be started. `message` is shown to people. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
}

const launchTimeoutMs = 30_000;

/**
 * Whether the browser must run without its sandbox: as root on Linux, where Chromium refuses to start with it. This is the case
 * in containers and tests only.
 */
export function runsWithoutSandbox(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/**
 * Switches beyond Playwright's own: all traffic goes through the egress proxy, the browser resolves no names, and pages show no
 * prompts.
 */
function switches({ images, heapMb }: Pick<LaunchOptions, 'images' | 'heapMb'>): string[] {
  return [
    // Without this, Chromium connects to loopback directly.
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--dns-prefetch-disable',
    '--disable-quic',
    '--force-webrtc-ip-handling-policy',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--deny-permission-prompts',
    '--disable-domain-reliability',
    '--no-pings',
    `--js-flags=--max-old-space-size=${heapMb}`,
    // The last occurrence of a switch counts, so Playwright's values are repeated.
    `--blink-settings=${images ? '' : 'imagesEnabled=false,'}primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4`,
    ...(images ? [] : ['--disable-remote-fonts']),
  ];
}

/** Starts a browser that never outlives this process. @throws LaunchError */
export async function launch(options: LaunchOptions): Promise<Browser> {
  // Three megabytes of code that most runs do not need.
  const { chromium } = await import('playwright');
  try {
    return await chromium.launch({
      executablePath: options.executable,
      chromiumSandbox: !runsWithoutSandbox(),
      proxy: { server: `http://127.0.0.1:${options.egressPort}` },
      args: switches(options),
      // This switch would allow pages to open windows.
      ignoreDefaultArgs: ['--disable-popup-blocking'],
      env: browserEnvironment(environment),
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: launchTimeoutMs,
    });
  } catch (error) {
    throw new LaunchError(explain(error, options.executable));
  }
}

/** Variables by which a browser that a person uses finds the proxy of the network. */
const networkVariables = /^(?:https?|all|no)_proxy$/i;

/**
 * Starts a browser with a window for a person, which never outlives this process. It goes to the network as other browsers of this
 * computer do. @throws LaunchError
 */
export async function launchVisible(executable: string): Promise<Browser> {
  const { chromium } = await import('playwright');
  try {
    return await chromium.launch({
      executablePath: executable,
      headless: false,
      chromiumSandbox: !runsWithoutSandbox(),
      args: process.platform === 'linux' ? ['--ozone-platform-hint=auto'] : [],
      // It would show a bar that warns of a program, though a person acts.
      ignoreDefaultArgs: ['--enable-automation'],
      env: browserEnvironment(environment, networkVariables),
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: launchTimeoutMs,
    });
  } catch (error) {
    throw new LaunchError(explain(error, executable));
  }
}

/** Environment variables that a browser may need. Others, such as proxy credentials, are not passed on. */
const passedOn =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|TEMP|TMP|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_.*|DBUS_SESSION_BUS_ADDRESS|LD_LIBRARY_PATH|FONTCONFIG_.*|SNAP.*|SYSTEMROOT|WINDIR|COMSPEC|SYSTEMDRIVE|PROGRAM.*|USERPROFILE|APPDATA|LOCALAPPDATA|PROCESSOR_.*|NUMBER_OF_PROCESSORS|OS|__CF.*)$/i;

function browserEnvironment(env: Environment, also: RegExp | null = null): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (passedOn.test(name) || also?.test(name) === true)) kept[name] = value;
  }
  return kept;
}

/** Extracts the reason from an error of Playwright, which contains the browser's whole log. */
function explain(error: unknown, executable: string): string {
  const text = error instanceof Error ? error.message : String(error);
  const where = `The browser ${executable} did not start`;
  if (/no usable sandbox|setuid sandbox|failed to move to new namespace/i.test(text)) {
    return `${where}: this system does not let it use its sandbox. Install Chrome or Chromium from the system's packages, which bring what it needs, or allow unprivileged user namespaces.`;
  }
  if (/missing x server|platform failed to initialize|cannot open display/i.test(text))
    return `${where}: the screen that DISPLAY names does not answer.`;
  const library = /error while loading shared libraries: ([^:\s]+)/.exec(text)?.[1];
  if (library !== undefined) return `${where}: the library ${library} is missing; install it.`;
  if (/EACCES|permission denied/i.test(text)) return `${where}: there is no permission to execute the file.`;
  if (/ENOEXEC|exec format|not executable/i.test(text))
    return `${where}: the file is not a program for this computer.`;
  if (/Timeout \d+ms exceeded/.test(text)) return `${where} within ${launchTimeoutMs / 1000} seconds.`;
  const exit = /exitCode=(\d+)/.exec(text)?.[1];
  if (exit !== undefined) return `${where}: it ended at once (exit code ${exit}).`;
  const line = text.replace(/^browserType\.launch: /, '').split('\n', 1)[0] ?? '';
  return `${where}: ${line.slice(0, 200).replace(/[.\s]+$/, '')}.`;
}
