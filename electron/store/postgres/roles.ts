import { schemaName } from './migrate.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * The statements that give a role what workers and windows need in the schema of the workspace, and no more: rows are read and changed,
 * tables are not. Their author owns the schema, and what a later version adds to it is given as well. They can be run again.
 */
export function workspaceGrants(role: string, database: string): string {
  const name = quoted(role);
  const rows = 'SELECT, INSERT, UPDATE, DELETE';
  return `GRANT CONNECT ON DATABASE ${quoted(database)} TO ${name};
GRANT USAGE ON SCHEMA ${schemaName} TO ${name};
GRANT ${rows} ON ALL TABLES IN SCHEMA ${schemaName} TO ${name};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schemaName} TO ${name};
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schemaName} TO ${name};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${schemaName} GRANT ${rows} ON TABLES TO ${name};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${schemaName} GRANT USAGE, SELECT ON SEQUENCES TO ${name};
ALTER DEFAULT PRIVILEGES IN SCHEMA ${schemaName} GRANT EXECUTE ON FUNCTIONS TO ${name};
REVOKE INSERT, UPDATE, DELETE ON ${schemaName}.schema_version FROM ${name};
`;
}
