import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

describe('the relying party', () => {
  it('is the domain of the public address, with scheme and port in the origin', () => {
    expect(relyingPartyOf('https://duai.example')).toEqual({ id: 'duai.example', origin: 'https://duai.example' });
    expect(relyingPartyOf('https://scan.duai.example:8443/')).toEqual({
      id: 'scan.duai.example',
      origin: 'https://scan.duai.example:8443',
    });
  });

  it('is localhost on this machine: browsers take no IP address', () => {
    for (const host of ['127.0.0.1', '[::1]', 'localhost'])
      expect(relyingPartyOf(`http://${host}:3000`)).toEqual({ id: 'localhost', origin: 'http://localhost:3000' });
  });
});
