import { expect, it } from 'vitest';
import { isAskedOnThisMachine, isLoopbackHost } from './loopback.ts';

it('knows the names of this machine, with and without a port', () => {
  const names = ['localhost', 'LocalHost:3000', 'app.localhost', '127.0.0.1', '127.9.9.9:80', '[::1]', '[::1]:3000'];
  expect(names.filter((name) => !isLoopbackHost(name))).toEqual([]);
  const others = [
    'duai.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '0.0.0.0',
    '',
    '128.0.0.1',
  ];
  expect(others.filter(isLoopbackHost)).toEqual([]);
  expect(isLoopbackHost(undefined)).toBe(false);
});

it('a request is of this machine by its peer, its Host and what a proxy says, all three', () => {
  const asked = (remoteAddress: string, headers: Record<string, string>) =>
    isAskedOnThisMachine({ socket: { remoteAddress }, headers });
  expect(asked('127.0.0.1', { host: 'localhost:3000' })).toBe(true);
  expect(asked('::ffff:127.0.0.1', { host: '127.0.0.1:3000' })).toBe(true);
  expect(asked('::1', { host: '[::1]:3000', 'x-forwarded-for': '127.0.0.1' })).toBe(true);
  expect(asked('192.168.1.7', { host: 'localhost:3000' })).toBe(false);
  expect(asked('127.0.0.1', { host: 'rebound.example' })).toBe(false);
  expect(asked('127.0.0.1', {})).toBe(false);
  expect(asked('127.0.0.1', { host: 'localhost', 'x-forwarded-for': '203.0.113.9' })).toBe(false);
  expect(asked('127.0.0.1', { host: 'localhost', 'x-forwarded-host': 'demo.example' })).toBe(false);
  expect(asked('127.0.0.1', { host: 'localhost', forwarded: 'for=203.0.113.9' })).toBe(false);
});
