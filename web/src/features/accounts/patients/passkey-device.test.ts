import { WebAuthnError } from '@simplewebauthn/browser';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { canUsePasskeys, deviceTroubleOf } from './passkey-device.ts';

afterEach(() => vi.unstubAllGlobals());

describe('passkeys of this device', () => {
  it('are offered where the browser knows them and the page lies under a domain', () => {
    const at = (hostname: string) => {
      vi.stubGlobal('location', { hostname });
      return canUsePasskeys();
    };
    vi.stubGlobal('PublicKeyCredential', undefined);
    expect(at('duai.example')).toBe(false);
    vi.stubGlobal('PublicKeyCredential', class {});
    expect(['duai.example', 'localhost', '127.0.0.1', '[::1]', ''].map(at)).toEqual([true, true, false, false, false]);
  });

  it('tell apart what the device, its owner and the server said no to', () => {
    const cause = new DOMException('no', 'NotAllowedError');
    const of = (code: WebAuthnError['code']) => deviceTroubleOf(new WebAuthnError({ message: 'no', code, cause }));
    expect(of('ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')).toBe('alreadyHere');
    expect(of('ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')).toBe('notPossible');
    expect(of('ERROR_CEREMONY_ABORTED')).toBe('stopped');
    expect(deviceTroubleOf(cause)).toBe('stopped');
    expect(deviceTroubleOf(new ApiError(422, 'PASSKEY_UNKNOWN', 'no'))).toBeNull();
  });
});
