import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { passkeys } from '@duai/contract';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What the browser and the device are told, or report wrongly. */
interface Circumstances {
  origin: string;
  isVerified: boolean;
  /** Signs with a key other than the registered one. */
  isForged: boolean;
}

/** Web Authentication section 6.1: flags of the authenticator data. */
const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, credential: 0x40 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** A software device with one passkey (ES256, attestation "none"), as described by Web Authentication level 3. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, credential: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential]);
  };
  const flagsOf = ({ isVerified }: Circumstances) =>
    FLAGS.present | FLAGS.backupEligible | FLAGS.backedUp | (isVerified ? FLAGS.verified : 0);
  const credentialOf = () => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    authenticatorAttachment: 'platform' as const,
    clientExtensionResults: {},
  });
  const usual: Circumstances = { origin, isVerified: true, isForged: false };

  return {
    /** The answer of `navigator.credentials.create`. */
    create(
      options: { challenge: string; rp: { id: string }; user: { id: string } },
      change: Partial<Circumstances> = {},
    ): passkeys.Attestation {
      const how = { ...usual, ...change };
      userHandle = options.user.id;
      const { x, y } = publicKey.export({ format: 'jwk' });
      // COSE key (RFC 9052 section 7, RFC 9053 section 2.1): EC2, ES256, P-256.
      const coseKey = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, never> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', new Uint8Array(authenticatorData(options.rp.id, flagsOf(how) | FLAGS.credential, credential))],
        ]),
      );
      return {
        ...credentialOf(),
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, how.origin).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      };
    },

    /** The answer of `navigator.credentials.get`. */
    get(options: { challenge: string; rpId: string }, change: Partial<Circumstances> = {}): passkeys.Assertion {
      const how = { ...usual, ...change };
      counter += 1;
      const client = clientData('webauthn.get', options.challenge, how.origin);
      const data = authenticatorData(options.rpId, flagsOf(how));
      const key = how.isForged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey;
      return {
        ...credentialOf(),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url'),
          userHandle,
        },
      };
    },

    /** Resets the counter, as in a copy of the device made before its last signature. */
    turnBack(): void {
      counter -= 1;
    },
  };
}
export type Authenticator = ReturnType<typeof createAuthenticator>;
