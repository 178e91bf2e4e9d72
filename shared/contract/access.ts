import type { Scope } from '../roles.ts';
import type { CallDefinition } from './define.ts';

/** Calls that fetch from a site or let a crawl do so, by name or by the part before the dot. */
const running: ReadonlySet<string> = new Set([
  'scrape.page',
  'runs.start',
  'runs.pause',
  'runs.resume',
  'runs.stop',
  'runs.exclude',
  'runs.requeue',
  'runs.reextract',
  'queue.add',
  'queue.addMany',
  'queue.addProject',
  'queue.cancel',
  'queue.move',
  'queue.retry',
  'queue.setPriority',
  'queue.clear',
  'health.check',
  'exports.start',
  'exports.cancel',
  'exports.runRecipe',
  'fleet.revive',
  'documents',
]);

/** Calls that concern the whole workspace, its secrets, its disk or who may call, by name or by the part before the dot. */
const managing: ReadonlySet<string> = new Set([
  'app.setDefaults',
  'app.installBrowser',
  'app.doctor',
  'projects.create',
  'projects.rename',
  'projects.delete',
  'projects.setDefaults',
  'library.removeRegistry',
  'queue.configure',
  'fleet.drain',
  'proxies',
  'secrets',
  'sessions',
  'backups',
  'places',
  'storage.report',
  'storage.compact',
  'storage.check',
  'storage.repair',
  'storage.clearCache',
  'retention.set',
  'retention.configure',
  'retention.apply',
  'notices.channels',
  'notices.removeChannel',
  'notices.test',
  'notices.configure',
  'trash.empty',
  'trash.free',
  'api',
  'keys',
  'webhooks',
  'members',
  'audit',
]);

/** @returns the scope that a caller needs for a call */
export function scopeOf(name: string, { effect }: Pick<CallDefinition, 'effect'>): Scope {
  const [group = ''] = name.split('.');
  if (managing.has(name) || managing.has(group)) return 'admin';
  if (running.has(name) || running.has(group)) return 'run';
  return effect === 'read' ? 'read' : 'write';
}

const window = 'It is for a person at a window.';
const server = 'A caller could cut off its own server, or open it to others.';
const person = 'A person logs in at the screen of the computer.';
const machine = 'It names files or programs of the computer that the server runs on.';

/** Calls that the API does not offer, by name or by the part before the dot, with the reason. */
const unoffered: Readonly<Record<string, string>> = {
  live: window,
  api: server,
  'app.reportFault': window,
  'app.preferences': window,
  'app.setPreferences': window,
  'app.startSample': window,
  'app.newerVersion': window,
  'pages.preview': window,
  'pages.previewRequest': window,
  'pages.pictures': window,
  'pages.treeOfRequest': window,
  'tester.tree': window,
  'tester.complete': window,
  'sessions.canLogIn': person,
  'sessions.login': person,
  'sessions.finish': person,
  'proxies.system': machine,
  'proxies.useSystem': machine,
  'backups.create': machine,
  'backups.verify': machine,
  'backups.restore': machine,
  'exports.saveRecipe': machine,
  'library.addRegistry': machine,
  'notices.addChannel': machine,
  'notices.updateChannel': machine,
};

/** Why the API does not offer a call; null: it does. */
export function notOffered(name: string): string | null {
  const [group = ''] = name.split('.');
  return unoffered[name] ?? unoffered[group] ?? null;
}
