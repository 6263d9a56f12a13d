/** What the tests use of it. */
declare module 'http_ece' {
  export function decrypt(
    body: Uint8Array,
    keys: { version: 'aes128gcm'; privateKey: import('node:crypto').ECDH; authSecret: Uint8Array },
  ): Buffer;
}
