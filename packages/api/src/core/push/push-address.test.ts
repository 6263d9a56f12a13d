import { expect, test } from 'vitest';
import { createPushAddresses } from './push-address.ts';

const { allows } = createPushAddresses(['localhost:8443', '[::1]:443']);

test.each([
  'http://push.example/1',
  'ftp://push.example/1',
  'push.example/1',
  '',
  'https://user:word@push.example/1',
  'https://127.0.0.1/1',
  'https://127.1/1',
  'https://0x7f000001/1',
  'https://2130706433/1',
  'https://0.0.0.0/1',
  'https://10.1.2.3/1',
  'https://100.64.0.1/1',
  'https://169.254.169.254/latest/meta-data',
  'https://172.16.0.1/1',
  'https://192.168.1.1/1',
  'https://198.18.0.1/1',
  'https://224.0.0.1/1',
  'https://255.255.255.255/1',
  'https://[::]/1',
  'https://[::1]:8443/1',
  'https://[::ffff:127.0.0.1]/1',
  'https://[::ffff:a00:1]/1',
  'https://[64:ff9b::7f00:1]/1',
  'https://[fe80::1]/1',
  'https://[fc00::1]/1',
  'https://[fd12:3456::1]/1',
  'https://[fec0::1]/1',
  'https://[ff02::1]/1',
  'https://[2001:db8::1]/1',
  'https://[2002:7f00:1::]/1',
  'https://localhost/1',
  'https://localhost./1',
  'https://nas/1',
  'https://nas.local/1',
])('%s is refused', async endpoint => {
  expect(await allows(endpoint)).toBe(false);
});

test.each([
  'https://8.8.8.8/1',
  'https://[2606:4700::1111]:8443/1',
  // What the operator names.
  'https://localhost:8443/1',
  'https://[::1]/1',
])('%s may be used', async endpoint => {
  expect(await allows(endpoint)).toBe(true);
});

test('an address that the operator names must still be https', async () => {
  expect(await allows('http://localhost:8443/1')).toBe(false);
});
