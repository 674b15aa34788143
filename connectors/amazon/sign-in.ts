import type { Result, Settings } from '../contract.ts';
import type { Credential, Granting } from '../http/auth.ts';
import { type Application, type Consent, pageWith } from '../http/consent.ts';
import { saidOrRefused } from '../http/failure.ts';
import { mapResult } from '../http/result.ts';
import type { Grant } from '../http/tokens.ts';
import { officeOf, originsOf, signInOf } from './settings.ts';
import { grantRefusal, token } from './wire.ts';

/**
 * Consent to our own application. Source: developer-docs.amazon.com/sp-api/docs/website-authorization-workflow. What it may do is set with
 * the application, Amazon names no PKCE, and the way back has the seller beside the code. It is not signed: whose the tokens are shows when
 * the seller's own listings are read.
 */
export const consent: Consent = {
  scopes: [],
  instead: ['seller_id', 'client_id', 'client_secret', 'refresh_token'],
  page: ({ settings, application: { id, page = id }, parameters: { redirect_uri = '', state = '' } }) =>
    pageWith(`${officeOf(settings)}/apps/authorize/consent`, { application_id: page, redirect_uri, state }),
  codeIn: 'spapi_oauth_code',
  settingsIn: (query) => ({ seller_id: query.get('selling_partner_id') ?? '' }),
  redeem: ({ code, redirect, application, ...asking }) =>
    ask(asking, application, { grant_type: 'authorization_code', code, redirect_uri: redirect }),
};

/** The seller's own refresh token, or that of a consent, is exchanged for a token of an hour. It does not rotate, but may be replaced. */
export function grant(granting: Granting): Promise<Result<Grant>> {
  const { settings, kept } = granting;
  return ask(granting, clientOf(granting), { grant_type: 'refresh_token', refresh_token: kept ?? settings.refresh_token ?? '' });
}

/** The application itself, for what concerns no seller. Source: developer-docs.amazon.com/sp-api/docs/grantless-operations. */
export const grantless: Credential = {
  api: originsOf,
  auth: {
    kind: 'token',
    headers: (access) => ({ 'x-amz-access-token': access }),
    grant: (granting) => ask(granting, clientOf(granting), { grant_type: 'client_credentials', scope: 'sellingpartnerapi::notifications' }),
  },
};

/** The application that a connection signs in with: that of the seller, or ours, to which the seller consented. */
export const clientOf = ({ settings, application }: Pick<Granting, 'settings' | 'application'>): Application => ({
  id: settings.client_id || (application?.id ?? ''),
  secret: settings.client_secret || (application?.secret ?? ''),
});

type Asking = Pick<Granting, 'http' | 'now'> & { settings: Settings };

async function ask({ settings, http, now }: Asking, { id, secret }: Application, form: Record<string, string>): Promise<Result<Grant>> {
  const granted = await http.request({
    ...{ method: 'POST', url: `${signInOf(settings)}/auth/o2/token`, operation: 'token', reads: token },
    effect: form.grant_type === 'authorization_code' ? 'once' : 'idempotent',
    body: { form: { ...form, client_id: id, client_secret: secret } },
    rejection(status, body) {
      const { error, error_description } = grantRefusal.safeParse(body).data ?? {};
      const isEntered = error === 'invalid_grant' && form.refresh_token !== undefined && form.refresh_token === settings.refresh_token;
      return { code: 'other', reason: saidOrRefused(error_description, status), ...(isEntered && { setting: 'refresh_token' }) };
    },
  });
  return mapResult(granted, ({ access_token, expires_in, refresh_token: next }) => ({
    ...{ token: access_token, expiresAt: new Date(now().getTime() + expires_in * 1000) },
    ...(next && next !== form.refresh_token && { keep: next }),
  }));
}
