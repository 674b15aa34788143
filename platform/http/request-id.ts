import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { Environment } from '../env.ts';

/** What proxies write: numbers, UUIDs, `Root=1-67891233-abcdef`. It is shown, logged and kept with jobs, so it is short and plain. */
const usable = /^[\w.:=;+/-]{1,100}$/;

type Options = Pick<Environment, 'trustProxy'> & Partial<Pick<Environment, 'requestIdHeader'>>;

/** The id of each request: what a trusted proxy says in `requestIdHeader`, else one of our own. */
export function requestIds({ trustProxy, requestIdHeader }: Options): (request: IncomingMessage) => string {
  if (requestIdHeader === undefined || trustProxy === false) return () => randomUUID();
  const isTrusted = Array.isArray(trustProxy) ? isWithin(trustProxy) : () => true;
  return ({ headers, socket }) => {
    const id = headers[requestIdHeader];
    return typeof id === 'string' && usable.test(id) && isTrusted(socket.remoteAddress ?? '') ? id : randomUUID();
  };
}

function isWithin(networks: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
