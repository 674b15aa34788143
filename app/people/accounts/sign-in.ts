import { type BetterAuthOptions, betterAuth } from 'better-auth';
import type { Environment } from '../../../platform/env.ts';
import type { Log } from '../../../platform/log.ts';
import { inMail, type Mailer } from '../../../platform/mail.ts';
import { mailRefusal } from '../../base/mail-refusal.ts';
import { attempt } from './attempts/attempts.ts';
import { forgetResetMail, forgetResetMails } from './attempts/reset-attempts.ts';
import { longest, shortest } from './passwords/password-length.ts';
import { hashPassword, verifyPassword } from './passwords/passwords.ts';
import type { Directory } from './people/directory.ts';
import { newToken } from './people.ts';
import { cookieName, cookieOf, cookiePrefix, sessionSeconds, signedCookieOf } from './sessions/cookie.ts';
import { knownBrowser } from './sessions/known-browser.ts';
import { numberedKeys, secondFactor } from './two-factor/plugin.ts';

/** The header with the client's address for better-auth; a value sent by a client is dropped. */
export const addressHeader = 'x-crossdock-address';

export type SignIn = {
  handler: (request: Request) => Promise<Response>;
  /** Whose reset link has this token; null for one that no longer works. */
  personOfReset: (token: string) => Promise<{ id: number; name: string; email: string } | null>;
  /** A new reset link of a person, for whoever hands it over: it is not mailed. */
  resetLinkFor: (userId: number) => Promise<string>;
  /** Who has given their password and not yet their code, and the cookie that says so; null when nobody has, or too long ago. */
  awaitingCode: (cookieHeader: string | undefined) => Promise<AwaitingCode | null>;
};

export type AwaitingCode = { userId: number; email: string; cookie: string };

type Parts = { env: Pick<Environment, 'baseUrl' | 'secretKeys' | 'smtpUrl'>; directory: Directory; post: Mailer; log: Log };

/** Passwords, sessions and resets, by better-auth over our tables. Nobody signs up: people are invited, or come from the seed. */
export function openSignIn(parts: Parts): SignIn {
  const auth = betterAuth(optionsOf(parts));
  return {
    handler: auth.handler,
    async personOfReset(token) {
      const { internalAdapter } = await auth.$context;
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
      const person = link && link.expiresAt > new Date() ? await internalAdapter.findUserById(link.value) : null;
      return person && { ...person, id: Number(person.id) };
    },
    async resetLinkFor(userId) {
      const { internalAdapter } = await auth.$context;
      const token = newToken();
      const expiresAt = new Date(Date.now() + resetSeconds * 1_000);
      await internalAdapter.createVerificationValue({ identifier: `reset-password:${token}`, value: String(userId), expiresAt });
      return resetLink(parts.env.baseUrl, token);
    },
    async awaitingCode(header) {
      const { internalAdapter } = await auth.$context;
      const name = cookieName('two_factor', parts.env.baseUrl);
      const step = signedCookieOf(header, name, parts.env.secretKeys.slice(0, 1));
      const stored = step && (await internalAdapter.findVerificationValue(step));
      const person = stored && stored.expiresAt > new Date() && (await internalAdapter.findUserById(stored.value));
      if (!person) return null;
      return { userId: Number(person.id), email: person.email, cookie: `${name}=${encodeURIComponent(cookieOf(header, name) ?? '')}` };
    },
  };
}

function optionsOf({ env, directory, post, log }: Parts) {
  return {
    appName: 'Crossdock',
    baseURL: env.baseUrl,
    basePath: '/api/auth',
    secrets: numberedKeys(env.secretKeys),
    plugins: [secondFactor()],
    database: directory.pool,
    logger: { level: 'error', log: (level, message) => log[level]({ part: 'sign-in' }, message) },
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      ...{ minPasswordLength: shortest, maxPasswordLength: longest },
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: resetSeconds,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => endResetLinks(directory, user.id),
      sendResetPassword: resetMailer({ env, directory, post }),
    },
    rateLimit: { ...tries, customStorage: { consume: (key, rule) => attempt(directory, key, rule) } },
    advanced: {
      // Its own prefix would be __Secure-, which other hosts of our domain could set too.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(env.baseUrl),
      defaultCookieAttributes: { secure: env.baseUrl.startsWith('https:') },
      // platform/http/origin.ts has already checked the origin of every change.
      disableCSRFCheck: true,
      database: { generateId: 'serial' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // Not awaited: the time that sending takes would reveal that an address is known.
      ...(env.smtpUrl && { backgroundTasks: { handler: (task) => void task.catch((error) => log.error({ error }, 'mail was not sent')) } }),
    },
    ...tables,
  } satisfies BetterAuthOptions;
}

const resetSeconds = 60 * 60;

/** How often an address may try in a minute. */
const tries = {
  enabled: true,
  window: 60,
  max: 60,
  customRules: {
    '/sign-in/email': { window: 60, max: 30 },
    '/request-password-reset': { window: 60, max: 10 },
    '/two-factor/*': { window: 60, max: 30 },
  },
};

/** How many codes were tried in one sign-in is kept under this. */
const codesTried = '2fa-attempts-';

const moments = { createdAt: 'created_at', updatedAt: 'updated_at' };
const tables = {
  user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...moments } },
  session: {
    modelName: 'sessions',
    expiresIn: sessionSeconds,
    fields: { userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', ...moments },
  },
  account: {
    modelName: 'sign_in_methods',
    fields: {
      userId: 'user_id',
      providerId: 'provider_id',
      accountId: 'provider_account_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...moments,
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', ...moments },
    // Who reads the database cannot use the links in it.
    storeIdentifier: { default: 'hashed' as const, overrides: { [codesTried]: 'plain' as const } },
  },
};

/**
 * With them ends a sign-in that waits for its code: it began with the former password. Codes tried are kept there too, and their value is a
 * number.
 */
export async function endResetLinks(directory: Pick<Directory, 'query'>, userId: number | string): Promise<void> {
  await directory.query('delete from verifications where value = $1 and not starts_with(identifier, $2)', [String(userId), codesTried]);
  await forgetResetMails(directory, userId);
}

/** Mails a reset link. One that no server took counts for nothing, unless it is refused for good: the next would be too. */
function resetMailer({ env, directory, post }: Omit<Parts, 'log'>) {
  const browsers = knownBrowser(env.secretKeys, env.baseUrl);
  return async ({ user, token }: { user: { email: string; name: string }; token: string }, request?: Request) => {
    try {
      await post(resetMail(env.baseUrl, user, token));
    } catch (error) {
      const browser = browsers.read(request?.headers.get('cookie') ?? undefined, user.email);
      if (!mailRefusal(error).isFinal) await forgetResetMail(directory, user.email, browser);
      throw error;
    }
  };
}

function resetMail(baseUrl: string, { email, name }: { email: string; name: string }, token: string) {
  const lines = [
    `Hello ${inMail(name)},`,
    'choose a new password for Crossdock here:',
    resetLink(baseUrl, token),
    'The link works once, for an hour. If you did not ask for it, do nothing.',
  ];
  return { to: email, subject: 'Choose a new password', text: lines.join('\n\n') };
}

const resetLink = (baseUrl: string, token: string) => `${baseUrl}/reset-password?token=${encodeURIComponent(token)}`;
