import { createHmac } from 'node:crypto';

/**
 * The headers by which a receiver knows a request, as Standard Webhooks has them: one signature (HMAC-SHA256 of id, time and body) for
 * each secret.
 * @param secrets `whsec_` and Base64, the newest first @param seconds since 1970
 */
export function signatureHeaders(
  { message, body, seconds }: { message: string; body: string; seconds: number },
  secrets: readonly string[],
): Record<string, string> {
  const signed = `${message}.${seconds}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': message,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
