import { question, type Question } from './question.ts';

/** What is asked about webhooks. */
export function webhookQuestions(): Question[] {
  const nothing = '99';
  return [
    question('webhooks.list', {}, ['webhooks', 'list']),
    question('webhooks.add', { url: 'desk', allowPrivate: false }, ['webhooks', 'add', 'desk']),
    question('webhooks.update', { webhook: nothing, enabled: true }, ['webhooks', 'enable', nothing]),
    question('webhooks.rotate', { webhook: nothing }, ['webhooks', 'rotate', nothing]),
    question('webhooks.remove', { webhook: nothing }, ['webhooks', 'remove', nothing]),
    question('webhooks.test', { webhook: nothing }, ['webhooks', 'test', nothing]),
    question('webhooks.deliveries', { webhook: nothing, limit: 50 }, ['webhooks', 'deliveries', nothing]),
    question('webhooks.redeliver', { delivery: nothing }, ['webhooks', 'redeliver', nothing]),
  ];
}
