import { Buffer } from 'node:buffer';
import { isSandbox, refusedAddress } from './addresses.ts';
import { send } from './transport.ts';

type Limits = { sandboxOrigin: string | null; mostBytes: number; timeoutMs: number; tooLarge: string };
/** A file, or a sentence that says why there is none. */
export type PublicFile = { bytes: Buffer } | { wrong: string };

/**
 * Fetches a file that somebody named by its address: by https, from a public address alone, without anything of ours but the
 * request itself. Follows no redirect. Never throws for what the address or the network does.
 */
export async function fetchPublicFile(address: string, { sandboxOrigin, mostBytes, timeoutMs, tooLarge }: Limits): Promise<PublicFile> {
  if (!URL.canParse(address)) return { wrong: 'It is not an address.' };
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
    inside: isSandbox(url, sandboxOrigin),
    timeoutMs,
    mostBytes,
  };
  const sent = await send(outgoing, async (response) => {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostBytes) throw new Error(tooLarge);
      chunks.push(chunk);
    }
    return '';
  });
  if (size > mostBytes) return { wrong: tooLarge };
  if (sent.kind === 'replied')
    return sent.status >= 200 && sent.status < 300 ? { bytes: Buffer.concat(chunks) } : { wrong: said(sent.status) };
  if (sent.refused) return { wrong: `${url.hostname} is an address inside a private network.` };
  return { wrong: sent.reason.startsWith('No reply') ? sent.reason : `${url.hostname} cannot be reached.` };
}

const said = (status: number) =>
  status >= 300 && status < 400 ? 'This address leads on to another one. Enter that one.' : `Its server replied with ${status}.`;
