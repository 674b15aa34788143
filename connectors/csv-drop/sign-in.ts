import { z } from 'zod';
import type { Result } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import type { Granting } from '../http/auth.ts';
import { type Consent, isSigned, pageWith } from '../http/consent.ts';
import type { Grant } from '../http/tokens.ts';

/** The folder's server lets its owner agree to us at `/consent`; whoever enters a token needs no consent. */
export const consent: Consent = {
  scopes: ['orders:read', 'shipments:write'],
  instead: ['token'],
  page: ({ settings: { address = '' }, parameters }) => pageWith(`${withoutSlash(address)}/consent`, parameters),
  verify: (query, { application }) => isSigned(query, 'signature', application.secret),
  redeem: ({ code, redirect, verifier, ...asking }) =>
    exchange(asking, { grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier }),
};

/** A token that was entered stays what it is. What a consent left is a refresh token, which is another one each time. */
export async function grant(granting: Granting): Promise<Result<Grant>> {
  const { settings, kept, now } = granting;
  if (kept !== null) return exchange(granting, { grant_type: 'refresh_token', refresh_token: kept });
  return { ok: true, value: { token: settings.token ?? '', expiresAt: new Date(now().getTime() + yearMs) } };
}

const yearMs = 365 * 24 * 3_600_000;

const granted = z.object({ access_token: z.string(), expires_in: z.number(), refresh_token: z.string() });

async function exchange(
  { settings: { address = '' }, application, http, now }: Omit<Granting, 'kept'>,
  form: Record<string, string>,
): Promise<Result<Grant>> {
  const sentAt = now().getTime();
  const result = await http.request({
    ...{ method: 'POST', effect: 'once', url: `${withoutSlash(address)}/token`, operation: 'sign_in', reads: granted },
    body: { form: { ...form, client_id: application?.id, client_secret: application?.secret } },
  });
  if (!result.ok) return result;
  const { access_token: token, expires_in, refresh_token: keep } = result.value;
  return { ok: true, value: { token, expiresAt: new Date(sentAt + expires_in * 1_000), keep } };
}
