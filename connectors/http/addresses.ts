import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Reason } from './reasons.ts';
import type { Hosts } from './request.ts';

/**
 * Why a request may not go to this address, or null when it may: only to the connector's own origins, or without sign-in to
 * where the vendor keeps its files; only by https, never to an address inside somebody's network. The sandbox origin alone is exempt.
 */
export function refusedAddress(url: URL, { api, downloads = [] }: Hosts, sandboxOrigin: string | null, anonymous = false): Reason | null {
  if (isSandbox(url, sandboxOrigin)) return null;
  const isKnown = api.includes(url.origin) || (anonymous && url.port === '' && downloads.some((pattern) => fits(url.hostname, pattern)));
  if (!isKnown) return { code: 'other_address', origin: url.origin };
  if (url.protocol !== 'https:') return { code: 'not_https', origin: url.origin };
  if (url.username || url.password) return { code: 'has_password' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) && isPrivate(host) ? { code: 'private_address', host } : null;
}

/**
 * The same for an address that a person named, of whatever host: as far as its text says that. Where its name leads to is seen when it is
 * called.
 */
export function refusedPublic(address: string, sandboxOrigin: string | null): Reason | null {
  if (!URL.canParse(address)) return { code: 'no_address' };
  const url = new URL(address);
  return refusedAddress(url, { api: [url.origin] }, sandboxOrigin);
}

/** `*.example.com` is every name below example.com, and not example.com itself. */
function fits(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern;
}

/** An address without the slashes at its end, so that a path can follow. */
export function withoutSlash(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

export function isSandbox(url: URL, sandboxOrigin: string | null): boolean {
  return sandboxOrigin !== null && url.origin === new URL(sandboxOrigin).origin;
}

/** A name look-up for sockets that fails when the address is private, so that the socket connects to the address that was checked. */
export function publicLookup(host: string, options: LookupOptions, done: LookupDone): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    const inside = addresses.find(({ address }) => isPrivate(address));
    const [first] = addresses;
    if (inside || !first) return done(new PrivateAddress(host), []);
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
}

/** Loopback, link-local (with the cloud metadata services), private, shared, reserved, multicast; also wrapped in IPv6. */
export function isPrivate(address: string): boolean {
  if (!isIPv6(address)) return closed.ipv4.check(address, 'ipv4');
  return !open.check(address, 'ipv6') || closed.ipv6.check(address, 'ipv6');
}

type LookupDone = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** A name that leads to an address inside somebody's network. */
export class PrivateAddress extends Error {
  readonly reason: Reason;

  constructor(host: string) {
    super(`${host} is private`);
    this.reason = { code: 'private_address', host };
  }
}

// IANA special-purpose address registries, as of 2026.
const closedIpv4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Of 2000::/3: Teredo, ORCHID and what else is for protocols; documentation; 6to4, which has any IPv4 address in it; documentation. */
const closedIpv6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
/**
 * All that leads to the public internet: everything else is IPv4 in one of its forms (::, ::ffff:0:0, ::ffff:0:0:0), local, or reserved.
 */
const openIpv6: [string, number][] = [
  ['2000::', 3],
  // NAT64, but for the IPv4 addresses that are closed themselves.
  ['64:ff9b::', 96],
];

// Two lists: in one, ::ffff:0:0/96 would close every IPv4 address. The NAT64 prefix has to be spelled out.
const open = new BlockList();
for (const [network, bits] of openIpv6) open.addSubnet(network, bits, 'ipv6');
const closed = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of closedIpv4) {
  closed.ipv4.addSubnet(network, bits, 'ipv4');
  closed.ipv6.addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6');
}
for (const [network, bits] of closedIpv6) closed.ipv6.addSubnet(network, bits, 'ipv6');
