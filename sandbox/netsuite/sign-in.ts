import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '../clock.ts';

/** As NetSuite makes them: 64 hexadecimal digits. */
export const clientIdOf = (accountId: string): string => createHash('sha256').update(accountId).digest('hex');

/** What an administrator has set up for an integration: the certificate's private half stays with the client. */
export type Integration = { clientId: string; certificateId: string; privateKey: string };

export const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export type SignIn = {
  /** Exchanges a signed assertion for an access token of one hour, or says why not, in OAuth's words. */
  grant: (
    form: unknown,
    audience: string,
  ) => Promise<{ access_token: string; expires_in: string; token_type: 'bearer' } | { error: string }>;
  knows: (token: string) => boolean;
  /** Ends every token that was given, as a revoked certificate does. */
  endAll: () => void;
};

const form = z.object({
  grant_type: z.literal('client_credentials'),
  client_assertion_type: z.literal('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
  client_assertion: z.string(),
});
const hour = 3600;
const algorithms = ['PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];

export function createSignIn({ clientId, certificateId, privateKey }: Integration, clock: Clock): SignIn {
  const tokens = new Map<string, number>();
  const key = createPublicKey(createPrivateKey(privateKey));
  const signed = async (assertion: string, audience: string) => {
    const currentDate = new Date(clock.now());
    const { payload, protectedHeader } = await jwtVerify(assertion, key, { algorithms, audience, issuer: clientId, currentDate });
    const scopes = [payload.scope].flat().flatMap((scope) => String(scope).split(','));
    const lives = (payload.exp ?? 0) - (payload.iat ?? 0);
    if (payload.iat === undefined || payload.exp === undefined || lives > hour) throw new Error('exp is not within an hour of iat');
    if (protectedHeader.kid !== certificateId) throw new Error('kid is not the certificate');
    if (!scopes.includes('rest_webservices')) throw new Error('the scope lacks rest_webservices');
  };
  return {
    grant: async (sent, audience) => {
      const parsed = form.safeParse(sent);
      if (!parsed.success) return { error: 'invalid_request' };
      try {
        await signed(parsed.data.client_assertion, audience);
      } catch {
        return { error: 'invalid_grant' };
      }
      const access_token = randomBytes(48).toString('base64url');
      tokens.set(access_token, clock.now() + hour * 1000);
      return { access_token, expires_in: String(hour), token_type: 'bearer' };
    },
    knows: (token) => (tokens.get(token) ?? 0) > clock.now(),
    endAll: () => tokens.clear(),
  };
}
