import { Buffer } from 'node:buffer';
import { isSandbox, refusedAddress } from './addresses.ts';
import type { Reason } from './reasons.ts';
import { send } from './transport.ts';

/** `namedBy`: who named the address; itself where nobody knows. */
type Limits = { sandboxOrigin: string | null; namedBy?: string; mostBytes: number; timeoutMs: number };
/** A file, or why there is none. */
export type PublicFile = { bytes: Buffer } | { wrong: Reason | 'too_large' };

/**
 * Fetches a file that somebody named by its address: by https, from a public address alone, without anything of ours but the
 * request itself. Follows no redirect. Never throws for what the address or the network does.
 */
export async function fetchPublicFile(address: string, { sandboxOrigin, namedBy, mostBytes, timeoutMs }: Limits): Promise<PublicFile> {
  if (!URL.canParse(address)) return { wrong: { code: 'no_address' } };
  const url = new URL(address);
  const refused = refusedAddress(url, { api: [url.origin] }, sandboxOrigin);
  if (refused) return { wrong: refused };
  const chunks: Buffer[] = [];
  let size = 0;
  const outgoing = {
    method: 'GET',
    url,
    headers: { 'user-agent': 'Crossdock' },
    body: null,
    repeatable: true,
    namedBy: namedBy ?? url.hostname,
    inside: isSandbox(url, sandboxOrigin),
    timeoutMs,
    mostBytes,
  };
  const sent = await send(outgoing, async (response) => {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostBytes) throw new Error('the file is too large');
      chunks.push(chunk);
    }
    return '';
  });
  if (size > mostBytes) return { wrong: 'too_large' };
  if (sent.kind === 'replied')
    return sent.status >= 200 && sent.status < 300
      ? { bytes: Buffer.concat(chunks) }
      : { wrong: sent.status < 300 || sent.status > 399 ? { code: 'replied', status: sent.status } : { code: 'leads_on' } };
  if (sent.refused || sent.untried || sent.reason.code === 'no_reply') return { wrong: sent.reason };
  return { wrong: { code: 'unreachable', host: url.hostname } };
}
