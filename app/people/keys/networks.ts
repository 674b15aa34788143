import { BlockList, isIP } from 'node:net';

export type Network = { address: string; bits: number; family: 'ipv4' | 'ipv6' };

/** Whether an address is in one of these networks, such as `203.0.113.0/24` or `2001:db8::1`. Without networks every address is. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const plain = unmapped(address);
  const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6';
  // Of its own family alone: a list of both lets every IPv4 address into ::/64, because that has all of them in another notation.
  const list = new BlockList();
  for (const network of networks.map(readNetwork)) if (network.family === family) list.addSubnet(network.address, network.bits, family);
  return isIP(plain) !== 0 && list.check(plain, family);
}

/** An IPv4 network in the notation of IPv6 is one of IPv4. The contract has seen to its form. */
export function readNetwork(text: string): Network {
  const [address = '', bits] = text.split('/');
  const isOld = isIP(address) === 4;
  const network: Network = { address, bits: Number(bits ?? (isOld ? 32 : 128)), family: isOld ? 'ipv4' : 'ipv6' };
  const inside = unmapped(address);
  // The same network in the other notation.
  return !isOld && isIP(inside) === 4 && network.bits >= mappedBits
    ? { address: inside, bits: network.bits - mappedBits, family: 'ipv4' }
    : network;
}

const mappedBits = 96;

/** The IPv4 address that an IPv6 address stands for, as `::ffff:203.0.113.9` and `::ffff:cb00:7109` do; any other as it is. */
function unmapped(address: string): string {
  if (isIP(address) !== 6 || !URL.canParse(`http://[${address}]`)) return address;
  const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return address;
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.');
}
