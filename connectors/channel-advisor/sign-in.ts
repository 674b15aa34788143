import type { Result } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import type { Granting } from '../http/auth.ts';
import type { Grant } from '../http/tokens.ts';
import { rejection } from './api.ts';
import { token } from './wire.ts';

/** Three months at their shortest: so long a refresh token lives that is not used. */
const unusedForMs = 89 * 24 * 3_600_000;

/** Exchanges the refresh token, which stays the same, for a token of an hour. Wrong credentials are a 400 here. */
export async function grant({ settings, http, now }: Granting): Promise<Result<Grant>> {
  const { api_origin = '', application_id, shared_secret, refresh_token = '' } = settings;
  const sentAt = now().getTime();
  const result = await http.request({
    ...{ method: 'POST', url: `${withoutSlash(api_origin)}/oauth2/token`, operation: 'sign_in', effect: 'idempotent' },
    headers: { authorization: `Basic ${Buffer.from(`${application_id}:${shared_secret}`).toString('base64')}` },
    body: { form: { grant_type: 'refresh_token', refresh_token } },
    reads: token,
    rejection,
  });
  if (!result.ok) return result;
  const { access_token, expires_in } = result.value;
  return {
    ok: true,
    value: { token: access_token, expiresAt: new Date(sentAt + expires_in * 1000), keepEndsAt: new Date(sentAt + unusedForMs) },
  };
}
