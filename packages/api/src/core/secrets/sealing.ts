import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encryption of secrets that the server must read again, with a key derived from the key file: a stolen database
 * yields none of them. A sealed secret opens only for the owner that it was sealed for, so that it cannot be moved to
 * another account.
 */
export interface Sealing {
  seal(secret: Uint8Array, owner: string): string;
  /** Null for what this installation did not seal for the owner, for example after the key file was lost. */
  open(sealed: string, owner: string): Uint8Array | null;
}

const CIPHER = 'aes-256-gcm';
/** Bytes, as the algorithm wants them. */
const NONCE = 12;
const TAG = 16;

export function createSealing(key: Uint8Array): Sealing {
  const sealingKey = new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), 'onus sealing', 32));
  return {
    seal(secret, owner) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(CIPHER, sealingKey, nonce, { authTagLength: TAG });
      cipher.setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
      return sealed.toString('base64url');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url');
      try {
        const nonce = bytes.subarray(0, NONCE);
        const decipher = createDecipheriv(CIPHER, sealingKey, nonce, { authTagLength: TAG });
        decipher.setAAD(Buffer.from(owner));
        decipher.setAuthTag(bytes.subarray(-TAG));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
