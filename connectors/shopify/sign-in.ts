import type { Result, Settings } from '../contract.ts';
import type { Granting } from '../http/auth.ts';
import { type Consent, isSigned, pageWith } from '../http/consent.ts';
import { saidOrRefused } from '../http/failure.ts';
import { mapResult } from '../http/result.ts';
import type { Grant } from '../http/tokens.ts';
import { scopes } from './identify.ts';
import { addressOf, domainOf } from './settings.ts';
import * as wire from './wire.ts';

/**
 * Consent to our own app. Source: shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant. Shopify
 * names no PKCE, and signs the query of the way back instead.
 */
export const consent: Consent = {
  // The last one for putting products up for sale.
  scopes: [...scopes, 'read_all_orders', 'write_products'],
  instead: ['client_id', 'client_secret'],
  page({ settings, parameters: { client_id = '', redirect_uri = '', state = '', scope = '' } }) {
    const query = { client_id, redirect_uri, state, scope: scope.replaceAll(' ', ',') };
    return pageWith(`${addressOf(settings)}/admin/oauth/authorize`, query);
  },
  verify: (query, { settings, application }) =>
    query.get('shop')?.toLowerCase() === domainOf(settings) && isSigned(query, 'hmac', application.secret),
  // A public app gets tokens that expire, with a refresh token that is another one each time.
  redeem: ({ code, ...asking }) => ask(asking, { ...ours(asking), code, expiring: '1' }),
};

/** Client credentials for the app of a shop's own organisation, a token of 24 hours; what a consent left is a refresh token. */
export function grant(granting: Granting): Promise<Result<Grant>> {
  const { settings, kept } = granting;
  if (kept !== null) return ask(granting, { ...ours(granting), grant_type: 'refresh_token', refresh_token: kept });
  const { client_id = '', client_secret = '' } = settings;
  return ask(granting, { grant_type: 'client_credentials', client_id, client_secret });
}

const ours = ({ application }: Pick<Granting, 'application'>) => ({
  client_id: application?.id ?? '',
  client_secret: application?.secret ?? '',
});

type Asking = Pick<Granting, 'http' | 'now'> & { settings: Settings };

/** Which setting it is, by Shopify's word for the refusal: an app of another organisation than the shop's may not sign in to it. */
const wrongBy: Record<string, string> = { application_cannot_be_found: 'client_id', shop_not_permitted: 'shop' };

async function ask({ settings, http, now }: Asking, form: Record<string, string>): Promise<Result<Grant>> {
  const askedAt = now().getTime();
  const granted = await http.request({
    ...{ method: 'POST', url: `${addressOf(settings)}/admin/oauth/access_token`, operation: 'token' },
    effect: form.grant_type === 'client_credentials' ? 'idempotent' : 'once',
    ...{ reads: wire.token, body: { form } },
    rejection(status, body) {
      const { error = '', text } = wire.grantRefusal.safeParse(body).data ?? {};
      const setting = wrongBy[error];
      return { code: 'other', reason: saidOrRefused(text, status), ...(setting !== undefined && { setting }) };
    },
  });
  return mapResult(granted, ({ access_token, expires_in, refresh_token, refresh_token_expires_in: keptFor }) => ({
    token: access_token,
    expiresAt: new Date(askedAt + expires_in * 1_000),
    ...(refresh_token !== undefined && { keep: refresh_token }),
    ...(keptFor !== undefined && { keepEndsAt: new Date(askedAt + keptFor * 1_000) }),
  }));
}
