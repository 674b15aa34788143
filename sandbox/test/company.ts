import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { manualClock } from '../clock.ts';
import type { SandboxOptions } from '../config.ts';
import { enterItem } from '../netsuite/enter.ts';
import { visit } from './visit.ts';

type Row = Record<string, string>;
export type Page = {
  items: Row[];
  count: number;
  hasMore: boolean;
  totalResults: number;
  'o:errorDetails'?: { detail: string; 'o:errorCode': string }[];
};
type Claims = { kid?: string; issuer?: string; audience?: string; seconds?: number; scope?: string; key?: KeyObject };

/** A sandbox of one test, with callers that sign in as the demo company's integration. */
export async function company(options: SandboxOptions = {}) {
  const clock = manualClock('2026-11-20T15:00:00Z');
  const visited = await visit({ clock, ...options });
  const account = visited.control.company();
  const base = `${visited.sandbox.origin}/netsuite/tstdrv1/services/rest`;
  const { clientId, certificateId, privateKey } = account.integration;
  const assertion = ({ kid = certificateId, issuer = clientId, audience = `${base}/auth/oauth2/v1/token`, ...claims }: Claims = {}) => {
    const { seconds = 3000, scope = 'rest_webservices', key = createPrivateKey(privateKey) } = claims;
    const now = Math.floor(clock.now() / 1000);
    const jwt = new SignJWT({ scope }).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid }).setIssuer(issuer).setAudience(audience);
    return jwt
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key);
  };
  const token = async (claims?: Claims) => {
    const body = new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_assertion: await assertion(claims) },
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    const reply = await fetch(`${base}/auth/oauth2/v1/token`, { method: 'POST', body });
    return { status: reply.status, body: (await reply.json()) as Row };
  };
  const { access_token = '' } = (await token()).body;
  const call = async <T>(path: string, body?: unknown, headers: Row = { prefer: 'transient' }) => {
    const reply = await fetch(base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, location: reply.headers.get('location'), body: (text === '' ? null : JSON.parse(text)) as T };
  };
  const ask = async (q: string, page = '') => (await call<Page>(`/query/v1/suiteql${page}`, { q })).body;
  const refusal = async (q: string, page = '') => (await ask(q, page))['o:errorDetails']?.[0]?.detail;
  return { ...visited, clock, account, token, call, ask, refusal };
}

/** Three items: by the piece, by the case too, and one that is kept by lots. */
export function enterGoods(account: Parameters<typeof enterItem>[0]) {
  for (const sku of ['MUG', 'CUP']) enterItem(account, { sku, onHand: 100 });
  enterItem(account, { sku: 'TEA', lots: true, lotNumbers: ['L1', 'L2'], onHand: 100 });
}
