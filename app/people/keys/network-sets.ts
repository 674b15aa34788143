import { type Network, readNetwork } from './networks.ts';

/** Addresses from the first to the last, as numbers. */
type Range = { first: bigint; last: bigint };

const everywhere = ['0.0.0.0/0', '::/0'];

/** Whether each address of these networks is one of those, however both are written. Without networks every address is. */
export function isWithinAny(networks: readonly string[], allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  const ranges = (networks.length > 0 ? networks : everywhere).map(readNetwork);
  return (['ipv4', 'ipv6'] as const).every((family) => {
    const those = joined(allowed.map(readNetwork).filter((network) => network.family === family));
    return ranges
      .filter((network) => network.family === family)
      .map(rangeOf)
      .every(({ first, last }) => those.some((range) => range.first <= first && last <= range.last));
  });
}

/** As few ranges as have the same addresses: two halves are the whole. */
function joined(networks: Network[]): Range[] {
  const ranges = networks.map(rangeOf).sort((one, other) => (one.first < other.first ? -1 : 1));
  const done: Range[] = [];
  for (const { first, last } of ranges) {
    const before = done.at(-1);
    if (!before || before.last + 1n < first) done.push({ first, last });
    else if (last > before.last) before.last = last;
  }
  return done;
}

/** A network is written with any of its addresses: `10.9.9.9/8` begins at 10.0.0.0. */
function rangeOf({ address, bits, family }: Network): Range {
  const rest = BigInt((family === 'ipv4' ? 32 : 128) - bits);
  const first = ((family === 'ipv4' ? numberOf(address.split('.').map(Number), 8n) : numberOf(groupsOf(address), 16n)) >> rest) << rest;
  return { first, last: first + (1n << rest) - 1n };
}

const numberOf = (parts: number[], bits: bigint): bigint => parts.reduce((number, part) => (number << bits) + BigInt(part), 0n);

/** The eight numbers of an IPv6 address: URL writes each in one way. */
function groupsOf(address: string): number[] {
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [start, end] = [left, right ?? ''].map((half) =>
    half.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16))),
  );
  const [before = [], after = []] = [start, end];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}
