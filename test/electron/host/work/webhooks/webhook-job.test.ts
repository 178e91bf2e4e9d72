import { describe, expect, it } from 'vitest';
import { WebhookJob } from '../../../../../electron/host/work/webhooks/webhook-job.ts';
import type { Posted } from '../../../../../electron/notices/post.ts';
import type { EndedAttempt, TakenDelivery } from '../../../../../electron/store/webhooks/webhook-queries.ts';

const arrived: Posted = { status: 200, problem: null, retryAfter: null };

const delivery = (id: string): TakenDelivery => ({
  delivery: {
    ...{
      id,
      webhook: '1',
      message: `msg_${id}`,
      event: 'run.completed',
      run: '7',
      createdAt: '',
      state: 'sending',
    },
    ...{ attempts: 1, status: null, problem: null, retryAt: null, endedAt: null, payload: '{}' },
  },
  url: 'https://desk.example/',
  allowPrivate: false,
  secrets: ['whsec_c2VjcmV0'],
});

/** A job whose receiver takes its time. @param rounds the deliveries that are due, round by round */
function job(rounds: readonly (readonly string[])[], answer: Posted = arrived) {
  const clock = { ms: 1_000_000 };
  const untils: number[] = [];
  const ended: [string, EndedAttempt][] = [];
  const left = [...rounds];
  const database = {
    async ask(_: string, name: string, args: { until: number; taken: { id: string }; ended: EndedAttempt }) {
      if (name === 'takeDeliveries') untils.push(args.until);
      if (name === 'takeDeliveries') return (left.shift() ?? []).map(delivery);
      if (name === 'endDelivery') ended.push([args.taken.id, args.ended]);
      return name === 'noteWebhookEvents' ? false : null;
    },
  };
  const post = async () => {
    clock.ms += 14_000;
    return answer;
  };
  const parts = { post, random: () => 0.5, now: () => clock.ms };
  return { clock, untils, ended, tick: () => new WebhookJob(database as never, parts).tick() };
}

describe('the sender of webhooks', () => {
  it('holds what it takes for 45 seconds from then on, also after slow receivers', async () => {
    const { untils, ended, tick } = job([['1'], ['2'], ['3'], ['4']]);
    await tick();
    expect(untils).toEqual([0, 14, 28, 42, 56].map((seconds) => 1_000_000 + (seconds + 45) * 1000));
    expect(ended.map(([id]) => id)).toEqual(['1', '2', '3', '4']);
  });

  it.each<[string, Posted, Partial<EndedAttempt>]>([
    ['arrives', arrived, { status: 200, problem: null, retryAt: null, disable: null }],
    [
      'is sent again where it does not arrive',
      { status: 500, problem: 'No.', retryAfter: null },
      { status: 500, retryAt: 1_000_000 + 14_000 + 5000, disable: null },
    ],
    [
      'is not sent again where the receiver is gone',
      { status: 410, problem: 'Gone.', retryAfter: null },
      { status: 410, retryAt: null, disable: expect.stringContaining('410') as string },
    ],
    [
      'is not sent to where a redirect leads',
      { status: 302, problem: 'desk.example answered 302.', retryAfter: null },
      { status: 302, problem: 'desk.example answered 302.' },
    ],
  ])('%s', async (_, answer, expected) => {
    const { ended, tick } = job([['1']], answer);
    await tick();
    expect(ended).toEqual([['1', expect.objectContaining(expected)]]);
  });
});
