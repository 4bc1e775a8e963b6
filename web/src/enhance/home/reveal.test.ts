import { expect, it } from 'vitest';
import { HOME } from '../../content/home-rules.ts';
import { shareToReveal } from './reveal.ts';

const { tall, short } = HOME.revealThresholds;

it('a section comes in with the share that its markup names', () => {
  expect(shareToReveal(tall, 2400, 900)).toBe(tall);
  expect(shareToReveal(short, 400, 256)).toBe(short);
});

it('one of which that share is never in view at once comes in when half the window is full of it', () => {
  const heightPx = 2600;
  const share = shareToReveal(tall, heightPx, 256);
  expect(share * heightPx).toBeCloseTo(128);
});
