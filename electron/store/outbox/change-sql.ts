/** The channel of PostgreSQL by which whoever watches is told that there are changes. */
export const changesChannel = 'spider_studio_changes';

/** Held by whoever adds a change on PostgreSQL, until it is committed: "SpSO" in ASCII. */
const changesLock = 0x5370534f;

const columns = 'outbox (at, kind, subject, change_json)';

/** How a change is added to the outbox, given its time, kind, subject and JSON, where writers take turns anyway. */
export const addChange = `INSERT INTO ${columns} VALUES (?, ?, ?, ?)`;

/**
 * The same where several write at once. Changes are committed in the order of their ids, so that nobody who reads on after one
 * misses another, and those who listen are told of them with the commit.
 */
export const addChangeInTurn = `INSERT INTO ${columns} SELECT ?, ?, ?, ?
  FROM (SELECT pg_advisory_xact_lock(${changesLock})) AS turn RETURNING CAST(pg_notify('${changesChannel}', '') AS TEXT)`;
