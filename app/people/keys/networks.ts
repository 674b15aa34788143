import { BlockList, isIP } from 'node:net';

type Network = { address: string; bits: number; family: 'ipv4' | 'ipv6' };

/** Whether an address is in one of these networks, such as `203.0.113.0/24` or `2001:db8::1`. Without networks every address is. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const { address, bits, family } of networks.map(readNetwork)) list.addSubnet(address, bits, family);
  const plain = address.replace(/^::ffff:([\d.]+)$/i, '$1');
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/** The contract has seen to its form. */
function readNetwork(text: string): Network {
  const [address = '', bits] = text.split('/');
  const isOld = isIP(address) === 4;
  return { address, bits: Number(bits ?? (isOld ? 32 : 128)), family: isOld ? 'ipv4' : 'ipv6' };
}

/** Whether each of these networks is one of those, or from anywhere is allowed already. */
export const isWithinAny = (networks: readonly string[], allowed: readonly string[]): boolean =>
  allowed.length === 0 || (networks.length > 0 && networks.every((network) => allowed.includes(network)));
