import { createECDH, randomBytes } from 'node:crypto';
import { decrypt } from 'http_ece';
import { expect, test } from 'vitest';
import { encryptPush, isBrowserKey, MOST_BYTES } from './encrypt.ts';

const RECEIVED = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

test('the example of RFC 8291, appendix A', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  const message = new TextEncoder().encode('When I grow up, I want to be a watermelon');
  expect(encryptPush(message, RECEIVED, { pair, salt }).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz' +
      'AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('another reader of the format decrypts each length, and no two messages are alike', () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const authSecret = randomBytes(16);
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: authSecret.toString('base64url') };
  for (const length of [0, 1, 15, 16, 17, 1_000, MOST_BYTES]) {
    const message = randomBytes(length);
    const body = encryptPush(message, keys);
    expect(body.length).toBe(86 + length + 17);
    expect(body.length).toBeLessThanOrEqual(4_096);
    expect(decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret })).toEqual(message);
    expect(encryptPush(message, keys)).not.toEqual(body);
  }
});

test('only a point of the curve is a key', () => {
  expect(isBrowserKey(RECEIVED.p256dh)).toBe(true);
  expect(isBrowserKey(Buffer.alloc(65, 4).toString('base64url'))).toBe(false);
  expect(isBrowserKey('')).toBe(false);
});
