import { describe, expect, it } from 'vitest';
import { HOME } from '../../content/home-rules.ts';
import { activeSection } from './active-section.ts';

const offset = HOME.activeSectionOffsetPx;
const sections = (first: number) => [
  { id: 'manifesto', top: first },
  { id: 'focus', top: first + 800 },
  { id: 'team', top: first + 1600 },
];

describe('the active section', () => {
  it('is the one whose top has come within 100 px of the top of the window [PUB-092]', () => {
    expect(offset).toBe(100);
    expect(activeSection(sections(101), offset)).toBeNull();
    expect(activeSection(sections(100), offset)).toBe('manifesto');
    expect(activeSection(sections(-699), offset)).toBe('manifesto');
    expect(activeSection(sections(-700), offset)).toBe('focus');
    expect(activeSection(sections(-5000), offset)).toBe('team');
  });

  it('is the last one at the end of the page', () => {
    expect(activeSection(sections(-900), offset, true)).toBe('team');
    expect(activeSection([], offset, true)).toBeNull();
  });

  it('is looked for, like the rest of the page, by the numbers of the specification [PUB-093]', () => {
    const { tall, usual, short } = HOME.revealThresholds;
    for (const share of [tall, usual, short]) {
      expect(share).toBeGreaterThanOrEqual(0.1);
      expect(share).toBeLessThanOrEqual(0.2);
    }
    expect(HOME).toMatchObject({
      mobileBreakpointPx: 768,
      shadowAfterScrollPx: 20,
      solidAfterViewportShare: 0.7,
      footerScrollDelayMs: 100,
      binaryCharacters: 350,
    });
  });
});
