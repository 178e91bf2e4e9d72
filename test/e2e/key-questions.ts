import { webhookQuestions } from './webhook-questions.ts';
import { question, type Question } from './question.ts';

/** What is asked about who may use the API, what has changed, and who is told. */
export function keyQuestions(): Question[] {
  const nothing = '99';
  return [
    question('members.list', {}, ['members', 'list']),
    question('members.add', { name: 'owner', role: 'viewer' }, ['members', 'add', 'owner']),
    question('members.setRole', { name: 'none', role: 'viewer' }, ['members', 'role', 'none', 'viewer']),
    question('members.bind', { name: 'none', subject: 'a' }, ['members', 'bind', 'none', '--subject', 'a']),
    question('members.remove', { name: 'none' }, ['members', 'remove', 'none']),
    question('keys.list', {}, ['keys', 'list']),
    question('keys.create', { name: 'x', member: 'none' }, ['keys', 'create', 'x', '--member', 'none']),
    question('keys.rotate', { key: nothing }, ['keys', 'rotate', nothing]),
    question('keys.revoke', { key: nothing }, ['keys', 'revoke', nothing]),
    question('audit.list', { key: nothing }, ['keys', 'audit', '--key', nothing]),
    question('changes.list', { after: '0', limit: 3 }),
    ...webhookQuestions(),
  ];
}
