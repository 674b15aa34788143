import type { Result } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import type { Granting } from '../http/auth.ts';
import type { Grant } from '../http/tokens.ts';
import { rejection } from './refusals.ts';
import { token } from './wire.ts';

/**
 * Client credentials by Basic, with the login that the 3PL made for us, and the 3PL's own key (https://3w.extensiv.com/Rels/auth). A token
 * lasts 30 to 60 minutes.
 */
export async function grant({ settings, http, now }: Granting): Promise<Result<Grant>> {
  const { base_url = '', client_id, client_secret, user_login, tpl_key = '' } = settings;
  const sentAt = now().getTime();
  const granted = await http.request({
    ...{ method: 'POST', url: `${withoutSlash(base_url)}/AuthServer/api/Token`, operation: 'sign_in', effect: 'idempotent' },
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: { json: { grant_type: 'client_credentials', user_login, tpl: `{${bareKey(tpl_key)}}` } },
    reads: token,
    rejection,
  });
  if (!granted.ok) return granted;
  const { access_token, expires_in } = granted.value;
  return { ok: true, value: { token: access_token, expiresAt: new Date(sentAt + expires_in * 1000) } };
}

/** The 3PL's key without the braces that some screens show. */
export const bareKey = (key: string): string => key.toLowerCase().replace(/[{}]/g, '');
