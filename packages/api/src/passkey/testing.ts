import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What an authenticator does otherwise than a good one. */
export interface Oddity {
  origin?: string;
  host?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** In the answer, instead of the one that was asked with. */
  challenge?: string;
  /** Of the attestation, instead of "none". */
  format?: string;
}

interface Asked {
  challenge: string;
  user?: { id: string };
}

/** An authenticator with one key (ES256), as a security key or a phone holds it. */
export function authenticator(origin = 'https://onus.example') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let handle: string | null = null;

  const named = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  return {
    id,
    register(asked: Asked, odd: Oddity = {}) {
      handle = asked.user?.id ?? null;
      const data = authenticatorData(origin, odd, attested(credentialId, publicKey));
      return {
        ...named,
        response: {
          clientDataJSON: clientData(origin, 'webauthn.create', asked, odd).toString('base64url'),
          attestationObject: attestation(odd.format ?? 'none', data).toString('base64url'),
        },
      };
    },
    signIn(asked: Asked, odd: Oddity = {}) {
      const client = clientData(origin, 'webauthn.get', asked, odd);
      const data = authenticatorData(origin, odd);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: odd.userHandle === undefined ? handle : odd.userHandle,
        },
      };
    },
  };
}

function clientData(origin: string, type: string, { challenge }: Asked, odd: Oddity): Buffer {
  const said = {
    type,
    challenge: odd.challenge ?? challenge,
    origin: odd.origin ?? origin,
    crossOrigin: false,
  };
  return Buffer.from(JSON.stringify(said));
}

function authenticatorData(origin: string, odd: Oddity, attested: Buffer = Buffer.alloc(0)): Buffer {
  const flags = 1 | (odd.isVerified === false ? 0 : 4) | (attested.length > 0 ? 64 : 0);
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(odd.counter ?? 0);
  return Buffer.concat([sha256(odd.host ?? new URL(origin).hostname), Buffer.of(flags), counter, attested]);
}

/** A key as COSE writes it, behind its id. */
function attested(credentialId: Buffer, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  return Buffer.concat([Buffer.alloc(16), Buffer.of(0, credentialId.length), credentialId, cose]);
}

/** CBOR of format, an empty statement and the data, which has fewer than 256 bytes. */
function attestation(format: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('a363666d74', 'hex'),
    Buffer.of(0x60 + format.length),
    Buffer.from(format),
    Buffer.from('6761747453746d74a068617574684461746158', 'hex'),
    Buffer.of(data.length),
    data,
  ]);
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
