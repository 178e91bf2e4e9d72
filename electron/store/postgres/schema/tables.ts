import { crawlsTables } from './crawls-tables.ts';
import { operationsTables } from './operations-tables.ts';
import { pagesTables } from './pages-tables.ts';
import { spidersTables } from './spiders-tables.ts';

/** All tables with their indexes. */
export const allTables = [spidersTables, crawlsTables, pagesTables, operationsTables].join('\n');
