import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, settings } from './config.ts';

describe('settings', () => {
  it('have defaults for everything', () => {
    expect(readConfig({})).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, DUAI_ROLE: 'all' });
  });

  it('are checked together: all problems are named', () => {
    expect(() => readConfig({ PORT: 'abc', DUAI_ROLE: 'king', ENCRYPTION_KEY: 'short' })).toThrow(
      /PORT[\s\S]*DUAI_ROLE[\s\S]*ENCRYPTION_KEY/,
    );
    expect(() => readConfig({ S3_BUCKET: 'b' })).toThrow('S3_ACCESS_KEY_ID');
  });

  it('say how many proxies are believed', () => {
    const believed = [undefined, 'false', 'true', '0', '2'].map(
      (given) => readConfig({ TRUST_PROXY: given }).TRUST_PROXY,
    );
    expect(believed).toEqual([0, 0, 1, 0, 2]);
    expect(() => readConfig({ TRUST_PROXY: 'everybody' })).toThrow('TRUST_PROXY');
  });

  it('move the time nowhere but in tests', () => {
    expect(readConfig({ CLOCK_OFFSET_FILE: '/tmp/offset' }).CLOCK_OFFSET_FILE).toBe('/tmp/offset');
    expect(() => readConfig({ CLOCK_OFFSET_FILE: '/tmp/offset', NODE_ENV: 'production' })).toThrow('CLOCK_OFFSET_FILE');
  });

  it('allow nothing of the demonstration in production, and ask for an https address', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://duai.example',
      SMTP_URL: 'smtp://mail.example',
      SMS_GATEWAY_URL: 'https://sms.example',
      SMS_GATEWAY_TOKEN: 'x',
    };
    expect(readConfig(production)).toMatchObject({ DUAI_DEMO: false, LOCAL_MAILBOX_PAGE: false });
    for (const wrong of [
      { PUBLIC_URL: undefined },
      { PUBLIC_URL: 'http://duai.example' },
      { DUAI_DEMO: 'true' },
      { LOCAL_MAILBOX_PAGE: 'true' },
      { SMTP_URL: undefined },
      { SMS_GATEWAY_URL: undefined },
    ])
      expect(() => readConfig({ ...production, ...wrong })).toThrow(`  - ${Object.keys(wrong)[0]}: production`);
  });

  it('let production run without a mail server or a gateway for SMS only where that is said in plain words', () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://duai.example' };
    const MAILS_TO_FILES = 'yes-nobody-receives-any-mail';
    const SMS_TO_FILES = 'yes-nobody-receives-any-text-message';
    expect(() => readConfig({ ...production, SMS_TO_FILES, MAILS_TO_FILES: 'true' })).toThrow('MAILS_TO_FILES');
    expect(() => readConfig({ ...production, MAILS_TO_FILES, SMS_TO_FILES: 'true' })).toThrow('SMS_TO_FILES');
    const { SMTP_URL, SMS_GATEWAY_URL } = readConfig({ ...production, MAILS_TO_FILES, SMS_TO_FILES });
    expect([SMTP_URL, SMS_GATEWAY_URL]).toEqual([undefined, undefined]);
    expect(readConfig({}).SMTP_URL).toBeUndefined();
  });

  it('let demo accounts and mailbox onto the network only where that is said in plain words', () => {
    const HOST = '0.0.0.0';
    expect(readConfig({})).toMatchObject({ DUAI_DEMO: true, LOCAL_MAILBOX_PAGE: true });
    for (const local of ['localhost', '127.0.0.2', '::1']) expect(readConfig({ HOST: local }).HOST).toBe(local);
    expect(() => readConfig({ HOST })).toThrow('HOST: 0.0.0.0 can be reached from the network');
    expect(() => readConfig({ HOST, DUAI_DEMO: 'false' })).toThrow('LOCAL_MAILBOX_PAGE=false');
    expect(() => readConfig({ HOST, LOCAL_MAILBOX_PAGE: 'false' })).toThrow('DUAI_DEMO=false');
    expect(() => readConfig({ HOST, ALLOW_DEMO_ON_NETWORK: 'true' })).toThrow('ALLOW_DEMO_ON_NETWORK');
    expect(readConfig({ HOST, DUAI_DEMO: 'false', LOCAL_MAILBOX_PAGE: 'false' }).HOST).toBe(HOST);
    expect(readConfig({ HOST, DUAI_ROLE: 'worker' }).HOST).toBe(HOST);
    const ALLOW_DEMO_ON_NETWORK = 'yes-everybody-who-reaches-this-address-may-sign-in-and-read-all-mail';
    expect(readConfig({ HOST, ALLOW_DEMO_ON_NETWORK }).HOST).toBe(HOST);
  });

  it('are all in docs/operations.md', () => {
    const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
    const listed = [...text.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
    expect(listed).toEqual(Object.keys(settings));
  });
});
