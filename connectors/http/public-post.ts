import { isSandbox, refusedPublic } from './addresses.ts';
import type { Headers } from './headers.ts';
import type { Reason } from './reasons.ts';
import { send } from './transport.ts';

type Post = { headers: Headers; body: string };
/** `namedBy`: who named the address. */
type Limits = { sandboxOrigin: string | null; namedBy: string; timeoutMs: number; cutBytes: number };
/** A reply with the beginning of its body, or why there is none; `untried` where that is not because of the address. */
export type PublicReply = { status: number; headers: Headers; text: string } | { wrong: Reason; untried?: boolean };

/**
 * Posts to an address that somebody named: by https, to a public address alone. Follows no redirect. Never throws for what the address or
 * the network does.
 */
export async function postToPublic(address: string, { headers, body }: Post, { sandboxOrigin, ...limits }: Limits): Promise<PublicReply> {
  const wrong = refusedPublic(address, sandboxOrigin);
  if (wrong) return { wrong };
  const url = new URL(address);
  const sent = await send({
    method: 'POST',
    url,
    headers,
    body,
    repeatable: true,
    inside: isSandbox(url, sandboxOrigin),
    ...limits,
  });
  return sent.kind === 'replied' ? sent : { wrong: sent.reason, ...(sent.untried && { untried: true }) };
}
