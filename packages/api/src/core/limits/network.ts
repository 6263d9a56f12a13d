import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** What counts as one address: an IPv4 address, or the /64 that one IPv6 customer has for himself. */
export function networkOf(address: string): string {
  const plain = plainOf(address);
  if (!isIPv6(plain)) return plain;
  // URL brings every way to write an address to one, with at most one run of zeros left out.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

/**
 * Where a browser is, as its owner is told: "192.0.2.0/24", "2001:db8:1:2::/64" or "Local network". It is short enough to
 * name a street and no house, and needs no one else's service. Empty for what is no address.
 */
export function networkName(address: string): string {
  const plain = plainOf(address);
  if (isIPv4(plain)) return LOCAL.check(plain) ? 'Local network' : plain.replace(/\d+$/, '0/24');
  if (!isIPv6(plain)) return '';
  return LOCAL.check(plain, 'ipv6') ? 'Local network' : networkOf(plain);
}

/** Without the marks of an IPv4 address in an IPv6 one, and of an interface, and without the port that some proxies add. */
function plainOf(address: string): string {
  const host = address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  return host.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}

/** Networks of a house or an office, and of the machine itself. */
const LOCAL = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const) {
  LOCAL.addSubnet(network, bits);
}
LOCAL.addAddress('::1', 'ipv6');
LOCAL.addSubnet('fc00::', 7, 'ipv6');
LOCAL.addSubnet('fe80::', 10, 'ipv6');
