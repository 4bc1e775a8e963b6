import { createHmac } from 'node:crypto';

/**
 * `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 (RFC 2104) over `<t>.<body>`. The time is signed too, so that a receiver can
 * refuse a replayed call.
 */
export function signWebhook(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
