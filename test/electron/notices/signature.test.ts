import { describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../../electron/notices/signature.ts';

describe('the signature of a webhook', () => {
  it('is that of the example of Standard Webhooks', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"test": 2432232314}';
    expect(
      signatureHeaders({ message: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body, seconds: 1614265330 }, [secret]),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('has one for each secret', () => {
    const { 'webhook-signature': signature = '' } = signatureHeaders(
      { message: 'msg_1', body: '{}', seconds: 1 },
      ['whsec_YQ==', 'whsec_Yg=='],
    );
    expect(signature.split(' ')).toHaveLength(2);
    expect(new Set(signature.split(' ')).size).toBe(2);
  });
});
