import type { CommandSpec } from '../command.ts';
import { analyze } from './analyze.ts';
import { backupCommands, restore } from './backup.ts';
import { browserCommands } from './browser.ts';
import { createCompletion } from './completion.ts';
import { crawl } from './crawl.ts';
import { daemon } from './daemon.ts';
import { databaseCommands, migrate } from './database.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { exportAll } from './export-all.ts';
import { exportCommand } from './export.ts';
import { fleetCommands } from './fleet.ts';
import { health } from './health.ts';
import { importCommand } from './import.ts';
import { history } from './history.ts';
import { keyCommands, memberCommands } from './keys.ts';
import { libraryCommands } from './library.ts';
import { changeMany, showSettings } from './many-spiders.ts';
import { pack, unpack } from './packs.ts';
import { pageCommands } from './pages.ts';
import { placeCommands } from './places.ts';
import { projectCommands } from './projects.ts';
import { settingsCommands } from './settings.ts';
import { propose } from './propose.ts';
import { prove, verify } from './prove.ts';
import { digest } from './digest.ts';
import { mcp } from './mcp.ts';
import { noticeCommands } from './notices.ts';
import { proxyCommands } from './proxies.ts';
import { queueCommands } from './queue.ts';
import { recipeCommands } from './recipes.ts';
import { repair } from './repair.ts';
import { pin, retentionCommands } from './retention.ts';
import { runCommands } from './runs.ts';
import { scheduleCommands } from './schedule.ts';
import { duplicateSpider, renameProject, renameSpider } from './rename.ts';
import { requests } from './run-requests.ts';
import { scrape } from './scrape.ts';
import { secretCommands } from './secrets.ts';
import { serve } from './serve.ts';
import { sessionCommands } from './sessions.ts';
import { show } from './show.ts';
import { spiderCommands } from './spiders.ts';
import { storageCommands } from './storage.ts';
import { test } from './test.ts';
import { trashCommands } from './trash.ts';
import { webhookCommands } from './webhooks.ts';
import { validate } from './validate.ts';
import { worker } from './worker.ts';

/** The commands, in the order of the help. */
export const commands: readonly CommandSpec[] = [
  demo,
  validate,
  analyze,
  propose,
  explain,
  test,
  prove,
  verify,
  importCommand,
  pack,
  unpack,
  scrape,
  crawl,
  daemon,
  worker,
  serve,
  mcp,
  health,
  digest,
  show,
  exportCommand,
  repair,
  restore,
  migrate,
  doctor,
  createCompletion(() => ({ commands, groups: commandGroups })),
];

/** Commands with a second word, such as `runs list`. */
export const commandGroups: readonly { name: string; summary: string; commands: readonly CommandSpec[] }[] = [
  { name: 'projects', summary: 'the projects', commands: [...projectCommands, renameProject] },
  {
    name: 'spiders',
    summary: 'the stored spiders',
    commands: [
      ...spiderCommands,
      renameSpider,
      duplicateSpider,
      changeMany,
      exportAll,
      showSettings,
      history,
    ],
  },
  { name: 'pages', summary: 'the saved pages of spiders', commands: pageCommands },
  { name: 'runs', summary: 'the runs of spiders', commands: [...runCommands, requests, pin] },
  { name: 'trash', summary: 'what was deleted, for thirty days', commands: trashCommands },
  { name: 'schedule', summary: 'crawls by the clock', commands: scheduleCommands },
  { name: 'notices', summary: 'who is told of trouble, and when', commands: noticeCommands },
  { name: 'queue', summary: 'crawls that wait, run and have ended', commands: queueCommands },
  { name: 'fleet', summary: 'workers of several machines, and who has which host', commands: fleetCommands },
  { name: 'proxies', summary: 'the proxies of the projects', commands: proxyCommands },
  { name: 'secrets', summary: 'logins in the keychain of this computer', commands: secretCommands },
  { name: 'session', summary: 'logins of sites, for runs that need one', commands: sessionCommands },
  { name: 'backup', summary: 'backups of everything, in one file each', commands: backupCommands },
  {
    name: 'database',
    summary: 'the tables and roles of a PostgreSQL database',
    commands: databaseCommands,
  },
  { name: 'storage', summary: 'what takes room, and how to get it back', commands: storageCommands },
  { name: 'retention', summary: 'rules by which old runs and pages go', commands: retentionCommands },
  { name: 'settings', summary: 'what all spiders begin with', commands: settingsCommands },
  { name: 'places', summary: 'places in S3-compatible services', commands: placeCommands },
  { name: 'recipes', summary: 'saved exports, also after every run', commands: recipeCommands },
  { name: 'library', summary: 'registries of spiders and templates', commands: libraryCommands },
  { name: 'webhooks', summary: 'events of runs for other programs', commands: webhookCommands },
  { name: 'keys', summary: 'keys of the API, and what was done with them', commands: keyCommands },
  { name: 'members', summary: 'who owns keys of the API', commands: memberCommands },
  { name: 'browser', summary: 'the browser that renders pages', commands: browserCommands },
];
