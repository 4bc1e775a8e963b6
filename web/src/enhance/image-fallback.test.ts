import { describe, expect, it } from 'vitest';
import { hasNoServer } from './image-fallback.ts';

describe('local copies of images', () => {
  it('are used on a hosted preview domain, and only there [AST-009]', () => {
    expect(hasNoServer('preview.duai.example')).toBe(true);
    expect(hasNoServer('branch-12.preview.duai.example')).toBe(true);
    for (const host of [
      'duai.example',
      'localhost',
      '127.0.0.1',
      'preview.duai.example.evil.example',
      'mypreview.duai.example',
    ])
      expect(hasNoServer(host), host).toBe(false);
  });
});
