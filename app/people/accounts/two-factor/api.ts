import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditVerb } from '../../../../platform/audit-verbs.ts';
import { invalid, type Refusal, refuse } from '../../../../platform/http/refusal.ts';
import { route } from '../../../../platform/http/route.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import { askBetterAuth } from '../ask-better-auth.ts';
import { attempt, forgetAttempts } from '../attempts/attempts.ts';
import { allowGuess } from '../attempts/guesses.ts';
import { allowPasswordGuess } from '../passwords/own-password.ts';
import { auditPerson } from '../people/audit-person.ts';
import type { Directory } from '../people/directory.ts';
import { requireGoingOn } from '../people/suspended.ts';
import { endSessionsBut } from '../sessions/end-sessions.ts';
import { knownBrowser } from '../sessions/known-browser.ts';
import type { SignInParts } from '../sign-in-api.ts';
import { confirmTwoFactor, renewRecoveryCodes, requireTwoFactor, setUpTwoFactor, signInWithCode, turnOffTwoFactor } from './contract.ts';
import { digestOf } from './recovery-codes.ts';
import { isRequired, setRequired } from './required.ts';

/** The second step of signing in, and setting it up. */
export function twoFactorApi(app: FastifyInstance, parts: SignInParts): void {
  secondStep(app, parts);
  settingUp(app, parts);
  changing(app, parts);
  route(app, requireTwoFactor, async ({ inTenant, session, body: { required } }) => {
    if (required && !(await isOn(parts.directory, session.userId)))
      throw refuse(409, 'off', 'Set up two-factor sign-in for yourself first, in your profile.');
    await inTenant((tenant) => setRequired(tenant, required));
    return {
      message: required ? 'Two-factor sign-in is required of everyone now.' : 'Everyone chooses two-factor sign-in for themselves.',
    };
  });
}

function secondStep(app: FastifyInstance, { directory, signIn, env }: SignInParts): void {
  const ask = askBetterAuth(signIn, env);
  const browsers = knownBrowser(env.secretKeys, env.baseUrl);

  route(app, signInWithCode, async ({ body, request, reply }) => {
    const person = await signIn.awaitingCode(request.headers.cookie);
    if (!person) throw refuse(401, 'sign_in_again', 'That took too long. Sign in again.');
    const who = { email: person.email, address: request.ip };
    const code = typedCode(body.code);
    try {
      if (code.ofApp) await requireUnused(directory, person.userId, code.text);
      // With no other cookie: a session of somebody else in this browser must not count.
      await ask(request, reply, { code: code.text }, { path: code.path, cookie: person.cookie });
    } catch (error) {
      request.log.info(who, 'sign-in code refused');
      throw error;
    }
    await requireGoingOn(directory, person.email);
    request.log.info(who, code.ofApp ? 'signed in' : 'signed in with a recovery code');
    reply.header('set-cookie', browsers.set(person.email));
    return {};
  });
}

/** What better-auth is asked for a person who is signed in. */
function asking({ directory, sessions, signIn, env }: SignInParts) {
  const ask = askBetterAuth(signIn, env);
  const askAs = (request: FastifyRequest, reply: FastifyReply, body: object, path: string) =>
    // Signed with the current key, the only one that better-auth knows.
    ask(request, reply, body, { path, cookie: sessions.cookie.write(sessions.cookie.read(request.headers.cookie) ?? '') });
  return {
    askAs,
    /** The same with a password, whose guesses are counted. */
    async askWithPassword(session: SignedIn, request: FastifyRequest, reply: FastifyReply, password: string, path: string) {
      const key = await allowPasswordGuess(directory, session.userId);
      const answer = await askAs(request, reply, { password }, path).catch((error: Refusal) => {
        throw error.code === 'INVALID_PASSWORD' || error.code === 'CREDENTIAL_ACCOUNT_NOT_FOUND'
          ? invalid({ password: ['This is not your password.'] })
          : error;
      });
      await forgetAttempts(directory, key);
      request.log.info({ user: session.userId, address: request.ip }, `two-factor: ${path}`);
      return answer;
    },
    audit: ({ userId }: SignedIn, { ip }: FastifyRequest, verb: AuditVerb, noun = 'two-factor sign-in') =>
      auditPerson(directory, { userId, address: ip }, { verb, noun }),
    /** This session has changed its token. */
    endOthers: (userId: number, cookie: string) => endSessionsBut(directory, userId, sessions.cookie.read(cookie) ?? ''),
  };
}

function settingUp(app: FastifyInstance, parts: SignInParts): void {
  const { directory } = parts;
  const { askAs, askWithPassword, audit, endOthers } = asking(parts);

  route(app, setUpTwoFactor, async ({ body, session, request, reply }) => {
    if (await isOn(directory, session.userId)) throw refuse(409, 'on', 'Two-factor sign-in is on already.');
    const { body: answer } = await askWithPassword(session, request, reply, body.password, '/two-factor/enable');
    return { address: String(answer.totpURI), recoveryCodes: answer.backupCodes as string[] };
  });

  route(app, confirmTwoFactor, async ({ body, session, request, reply }) => {
    if (await isOn(directory, session.userId)) throw refuse(409, 'on', 'Two-factor sign-in is on already.');
    const { ofApp, text } = typedCode(body.code);
    if (!ofApp) throw invalid({ code: ['Type the six digits that your app shows.'] });
    const key = await allowGuess(directory, `confirm|${session.userId}`);
    await requireUnused(directory, session.userId, text);
    const { cookie } = await askAs(request, reply, { code: text }, '/two-factor/verify-totp').catch((error: Refusal) => {
      throw error.code === 'INVALID_CODE' ? invalid({ code: [error.message] }) : error;
    });
    await forgetAttempts(directory, key);
    await endOthers(session.userId, cookie);
    await audit(session, request, 'turned on');
    request.log.info({ user: session.userId, address: request.ip }, 'two-factor: on');
    return { message: 'Two-factor sign-in is on. Every other browser was signed out.' };
  });
}

function changing(app: FastifyInstance, parts: SignInParts): void {
  const { directory, env } = parts;
  const { askWithPassword, audit, endOthers } = asking(parts);

  route(app, renewRecoveryCodes, async ({ body, session, request, reply }) => {
    await requireOn(directory, session.userId);
    const { body: answer } = await askWithPassword(session, request, reply, body.password, '/two-factor/generate-backup-codes');
    await audit(session, request, 'renewed', 'recovery codes');
    return { recoveryCodes: answer.backupCodes as string[] };
  });

  route(app, turnOffTwoFactor, async ({ body, session, request, reply }) => {
    await requireOn(directory, session.userId);
    if (await isRequired(directory, session.userId, env.superTwoFactor))
      throw refuse(409, 'required', 'Two-factor sign-in is required of you: it stays on.');
    const { cookie } = await askWithPassword(session, request, reply, body.password, '/two-factor/disable');
    await endOthers(session.userId, cookie);
    await audit(session, request, 'turned off');
    return { message: 'Two-factor sign-in is off. Every other browser was signed out.' };
  });
}

async function isOn(directory: Directory, userId: number): Promise<boolean> {
  return (await directory.query('select from users where id = $1 and two_factor_enabled', [userId])).length > 0;
}

async function requireOn(directory: Directory, userId: number): Promise<void> {
  if (!(await isOn(directory, userId))) throw refuse(409, 'off', 'Two-factor sign-in is off.');
}

/** Six digits are a code of the app, however they are grouped; anything else is taken for a recovery code. */
function typedCode(typed: string) {
  const digits = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(digits)
    ? { ofApp: true, text: digits, path: '/two-factor/verify-totp' }
    : { ofApp: false, text: digestOf(typed), path: '/two-factor/verify-backup-code' };
}

/** Longer than a code is accepted: its half minute, and the ones before and after. */
const codeSeconds = 120;

/** A code of the app works once: who saw it being typed cannot use it too. */
async function requireUnused(directory: Directory, userId: number, code: string): Promise<void> {
  const { allowed } = await attempt(directory, `code|${userId}|${code}`, { window: codeSeconds, max: 1 });
  if (!allowed) throw refuse(401, 'code_used', 'This code was used already. Wait for the next one.');
}
