import { question, type Question } from './question.ts';

/** What is asked about workers, of a workspace that has none. */
export const fleetQuestions: readonly Question[] = [
  question('fleet.status', {}, ['fleet']),
  question('fleet.workers', {}, ['fleet', 'workers']),
  question('fleet.hosts', {}, ['fleet', 'hosts'], ({ hosts }: { hosts: unknown[] }) => hosts),
  question('fleet.drain', { worker: 'none' }, ['fleet', 'drain', 'none']),
  question('fleet.revive', { host: 'none' }, ['fleet', 'revive', 'none']),
];
