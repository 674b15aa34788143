import { z } from 'zod';
import { fetchDocumentApart } from '../../../../../connectors/apart/document.ts';
import { hasModestShape } from '../../../../../platform/http/json-shape.ts';
import { refuse } from '../../../../../platform/http/refusal.ts';
import { wordReason } from '../../../../base/reasons.ts';
import { asSentence } from '../../../../ui/words/as-sentence.ts';
import { isRedirect } from './redirects.ts';

/** The program of an agent, as the document at its own address says. */
export type AgentClient = { id: string; name: string; redirectUris: string[] };

export type Clients = { read: (id: string) => Promise<AgentClient> };

const keptMs = 10 * 60_000;
const mostKept = 500;

/**
 * Reads who a program says it is: its id is the address of a document that says so. Kept for ten minutes. Source:
 * draft-ietf-oauth-client-id-metadata-document.
 */
export function openClients(sandboxOrigin: () => string | null, now: () => number = Date.now): Clients {
  const kept = new Map<string, { until: number; client: AgentClient }>();
  return {
    /** @throws Refusal 409 with the reason */
    async read(id) {
      if (!isClientId(id)) throw unknown('its id is no address of a document');
      const entry = kept.get(id);
      if (entry && entry.until > now()) return entry.client;
      const document = await fetchDocumentApart(id, sandboxOrigin());
      if ('wrong' in document)
        throw unknown(document.wrong === 'too_large' ? 'what is at its address is too large' : wordReason(document.wrong));
      const client = clientIn(id, document.text);
      if (kept.size >= mostKept) kept.clear();
      kept.set(id, { until: now() + keptMs, client });
      return client;
    },
  };
}

/** An address with a path, as it is written once it has been read: two that look different are never the same. */
function isClientId(id: string): boolean {
  const url = id.length <= 500 ? URL.parse(id) : null;
  return url !== null && url.href === id && url.pathname !== '/' && !url.hash && !url.username && !url.password;
}

const document = z.object({
  client_id: z.string(),
  client_name: z.string().max(1_000).optional(),
  redirect_uris: z.array(z.string().max(1_000)).min(1).max(50),
  token_endpoint_auth_method: z.string().optional(),
  grant_types: z.array(z.string()).max(20).optional(),
});

function clientIn(id: string, text: string): AgentClient {
  const { data } = document.safeParse(hasModestShape(text, 2_000) ? parsed(text) : null);
  if (!data) throw unknown('what is at its address does not describe a program');
  if (data.client_id !== id) throw unknown('what is at its address describes another program');
  if ((data.token_endpoint_auth_method ?? 'none') !== 'none') throw unknown('it signs in with a secret, which is not taken here');
  if (!(data.grant_types ?? ['authorization_code']).includes('authorization_code')) throw unknown('it does not ask people');
  return { id, name: oneLine(data.client_name ?? '') || new URL(id).host, redirectUris: data.redirect_uris.filter(isRedirect) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What somebody calls their program: nobody has checked it. Empty where nothing is left of it. */
export const oneLine = (name: string) =>
  name
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 80);

const unknown = (why: string) => refuse(409, 'unknown_client', `This program cannot be connected: ${asSentence(why)}`);
