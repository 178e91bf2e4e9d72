import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { BarrenStateSchema } from '../../../electron/engine/barren-pages.ts';
import { EscalationStateSchema } from '../../../electron/engine/proxy-state.ts';
import { BackupNoteSchema } from '../../../electron/host/work/backup/backup-file.ts';
import { BackupManifestSchema } from '../../../electron/host/work/backup/storage/manifest.ts';
import { PendingBackupSchema } from '../../../electron/host/work/backup/storage/pending.ts';
import { KeptApiSchema, ServingApiSchema } from '../../../electron/host/work/api-server/api-files.ts';
import { FeedSchema, KeptSchema } from '../../../electron/host/work/newer-version.ts';
import { ProxyFileSchema } from '../../../electron/host/data/proxy-file.ts';
import { BackupPlanFileSchema } from '../../../electron/host/data/backup-plan.ts';
import { TemplateSchema } from '../../../electron/host/data/templates.ts';
import { PlaceFileSchema } from '../../../electron/host/data/place-file.ts';
import { ManifestSchema, PageValuesSchema } from '../../../electron/packs/manifest.ts';
import { IndexSchema } from '../../../electron/library/index-file.ts';
import { KeptIndexSchema } from '../../../electron/host/work/library/kept-index.ts';
import { RegistryFileSchema } from '../../../electron/host/work/library/registry-file.ts';
import { LoginFileSchema } from '../../../electron/host/work/logins/login-file.ts';
import { StorageStateSchema } from '../../../electron/host/work/logins/login-state.ts';
import { tools } from '../../../electron/mcp/tools/index.ts';
import { ownChecks } from '../../../electron/schemas/checker.ts';
import { ChangeSchema } from '../../../electron/store/outbox/change.ts';
import {
  EndSchema,
  LookSchema,
  SitemapSchema,
  VerdictSchema,
} from '../../../electron/store/fleet/share-values.ts';
import { AnswerSchema } from '../../../electron/store/postgres/ledger/batch-writer.ts';
import { ReservedSchema } from '../../../electron/store/postgres/ledger/budgets.ts';
import {
  QueuesSchema,
  ReadySchema,
  TakenSchema,
} from '../../../electron/store/postgres/ledger/queue-answers.ts';
import { StoredRuleSchema } from '../../../electron/store/retention/rules.ts';
import { ProjectDefaultsSchema } from '../../../shared/contract/calls/project-defaults.ts';
import { ToldSchema } from '../../../electron/store/runs/run-expectations.ts';
import * as columnSchemas from '../../../electron/store/database/column-schemas.ts';
import { PreferencesSchema } from '../../../shared/contract/calls/app.ts';
import { RecipeSettingsSchema } from '../../../shared/contract/calls/exports.ts';
import { DigestSchema, NoticeSettingsSchema } from '../../../shared/contract/calls/notices.ts';
import { CallErrorSchema } from '../../../shared/contract/errors.ts';
import { CertificateSchema } from '../../../shared/contract/calls/proofs.ts';
import { WindowFrameSchema } from '../../../shared/contract/frames.ts';
import { calls, topics } from '../../../shared/contract/index.ts';
import { ExpectationReportSchema } from '../../../shared/spider/expectation-report.ts';
import { SpiderSchema } from '../../../shared/spider/schema.ts';

const root = join(import.meta.dirname, '../../..');

/** Every schema that is checked with, by who does: `ownChecks` does not look at them, so this test does. */
const schemas: Record<string, Record<string, object>> = {
  'engine/proxy-state.ts': { EscalationStateSchema },
  'host/serving/dispatcher.ts': {
    CallErrorSchema,
    ...Object.fromEntries(
      Object.entries(calls).flatMap(([name, { args, result }]) => [
        [`${name} args`, args],
        [`${name} result`, result],
      ]),
    ),
  },
  'host/serving/gateway.ts': { WindowFrameSchema },
  'host/work/api-server/api-files.ts': { KeptApiSchema, ServingApiSchema },
  'host/work/newer-version.ts': { FeedSchema, KeptSchema },
  'host/data/effective-spider.ts': { ProjectDefaultsSchema },
  'host/data/proofs.ts': { CertificateSchema },
  'host/data/recipes.ts': { RecipeSettingsSchema },
  'host/data/digest/make-digest.ts': { DigestSchema },
  'host/data/notice-settings.ts': { NoticeSettingsSchema },
  'host/data/preferences.ts': { PreferencesSchema, ...PreferencesSchema.properties },
  'host/work/backup/backup-file.ts': { BackupNoteSchema },
  'host/work/backup/storage/manifest.ts': { BackupManifestSchema },
  'host/work/backup/storage/pending.ts': { PendingBackupSchema },
  'host/data/backup-plan.ts': { BackupPlanFileSchema },
  'host/data/place-file.ts': { PlaceFileSchema },
  'host/data/templates.ts': { TemplateSchema },
  'library/index-file.ts': { IndexSchema },
  'host/work/library/kept-index.ts': { KeptIndexSchema },
  'host/work/library/registry-file.ts': { RegistryFileSchema },
  'host/work/logins/login-file.ts': { LoginFileSchema },
  'host/work/logins/login-state.ts': { StorageStateSchema },
  'mcp/carry-out.ts': Object.fromEntries(tools.map(({ name, args }) => [name, args])),
  'packs/manifest.ts': { ManifestSchema, PageValuesSchema },
  'host/data/proxy-file.ts': { ProxyFileSchema },
  'host/serving/topics/subscribe.ts': Object.fromEntries(
    Object.entries(topics).flatMap(([name, { params, event }]) => [
      [`${name} params`, params],
      [`${name} event`, event],
    ]),
  ),
  'store/fleet/share-values.ts': { EndSchema, LookSchema, SitemapSchema, VerdictSchema },
  'store/outbox/outbox.ts': { ChangeSchema },
  'store/postgres/ledger/batch-writer.ts': { AnswerSchema },
  'store/postgres/ledger/budgets.ts': { ReservedSchema },
  'store/postgres/ledger/queue-answers.ts': { QueuesSchema, ReadySchema, TakenSchema },
  'store/retention/rules.ts': { StoredRuleSchema },
  'store/runs/barren-pages.ts': { BarrenStateSchema },
  'store/runs/run-expectations.ts': { ExpectationReportSchema, ToldSchema },
  'store/database/json-columns.ts': { ...columnSchemas },
};

/** Why JSON Schema does not take it for a schema; null: it does. */
function problemOf(schema: object): string | null {
  const ajv = new Ajv({ strict: false });
  return ajv.validateSchema(schema) === true ? null : ajv.errorsText();
}

describe('our schemas', () => {
  const all = Object.entries({ ...schemas, spiders: { SpiderSchema } }).flatMap(([file, named]) =>
    Object.entries(named).map(([name, schema]) => [`${file} ${name}`, schema] as const),
  );

  it.each(all)('%s is one, by the meta-schema of JSON Schema', (_, schema) => {
    expect(problemOf(schema)).toBeNull();
  });

  it('would be found out if they were none', () => {
    for (const broken of [
      { type: 'strnig' },
      { properties: { a: { minimum: '3' } } },
      { anyOf: [] },
      { required: ['a', 'a'] },
    ]) {
      expect(problemOf(broken)).not.toBeNull();
    }
  });

  it('are all held against it: nobody makes checks of others, or without the factory', () => {
    const files = readdirSync(join(root, 'electron'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map(
        (file) => [file.replaceAll('\\', '/'), readFileSync(join(root, 'electron', file), 'utf8')] as const,
      );
    const making = (pattern: RegExp) => files.filter(([, text]) => pattern.test(text)).map(([file]) => file);
    expect(making(/\bnew Ajv\(/).toSorted()).toEqual(['schemas/checker.ts']);
    expect(
      making(/\b(?:ownChecks?|compiledOnce)\(/)
        .filter((file) => file !== 'schemas/checker.ts')
        .toSorted(),
    ).toEqual(Object.keys(schemas).toSorted());
  });

  it('make checks', () => {
    const check = ownChecks({ ownProperties: true }).compile({ type: 'object', required: ['toString'] });
    expect([check({}), check({ toString: 1 })]).toEqual([false, true]);
  });
});
