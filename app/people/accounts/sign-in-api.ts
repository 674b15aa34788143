import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Environment } from '../../../platform/env.ts';
import { route } from '../../../platform/http/route.ts';
import { askBetterAuth } from './ask-better-auth.ts';
import { forgetAttempts } from './attempts/attempts.ts';
import { allowGuess } from './attempts/guesses.ts';
import { allowResetMail } from './attempts/reset-attempts.ts';
import { changePasswordCall, requestPasswordReset, resetPassword, signIn, signOut } from './contract.ts';
import { changePassword } from './passwords/change-password.ts';
import { allowPasswordGuess } from './passwords/own-password.ts';
import { requireGoodPassword } from './passwords/password-rules.ts';
import { auditPerson } from './people/audit-person.ts';
import type { Directory } from './people/directory.ts';
import { requireGoingOn } from './people/suspended.ts';
import { knownBrowser } from './sessions/known-browser.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SignIn } from './sign-in.ts';

export type SignInParts = {
  directory: Directory;
  sessions: Sessions;
  signIn: SignIn;
  env: Pick<Environment, 'baseUrl' | 'secretKeys' | 'superTwoFactor'>;
};

/** Sign-in, sign-out, and passwords. */
export function signInApi(app: FastifyInstance, parts: SignInParts): void {
  signInAndOut(app, parts);
  passwords(app, parts);
}

function signInAndOut(app: FastifyInstance, { directory, sessions, signIn: auth, env }: SignInParts): void {
  const ask = askBetterAuth(auth, env);
  const browsers = knownBrowser(env.secretKeys, env.baseUrl);

  route(app, signIn, async ({ body, request, reply }) => {
    const browser = browsers.read(request.headers.cookie, body.email);
    const key = await allowGuess(directory, `sign-in|${body.email.toLowerCase()}${browser ? `|${browser}` : ''}`);
    const who = { email: body.email, address: request.ip };
    const answer = await ask(request, reply, body).catch((error) => {
      request.log.info(who, 'sign-in refused');
      throw error;
    });
    await forgetAttempts(directory, key);
    await endSessionOf(request);
    if (answer.body.twoFactorRedirect) {
      request.log.info(who, 'password accepted, code needed');
      return { needsCode: true };
    }
    await requireGoingOn(directory, body.email);
    request.log.info(who, 'signed in');
    reply.header('set-cookie', browsers.set(body.email));
    return {};
  });

  route(app, signOut, async ({ request, reply }) => {
    // Not left to better-auth, which knows the current key alone.
    await endSessionOf(request);
    await ask(request, reply, {});
    return {};
  });

  async function endSessionOf({ headers }: FastifyRequest): Promise<void> {
    const token = sessions.cookie.read(headers.cookie);
    if (token) await sessions.end(token);
  }
}

function passwords(app: FastifyInstance, { directory, sessions, signIn: auth, env }: SignInParts): void {
  const ask = askBetterAuth(auth, env);
  const browsers = knownBrowser(env.secretKeys, env.baseUrl);

  route(app, requestPasswordReset, async ({ body, request, reply }) => {
    // Where none is mailed, the reply does not say so: links of the last half hour work.
    const browser = browsers.read(request.headers.cookie, body.email);
    if (await allowResetMail(directory, body.email, browser)) await ask(request, reply, body);
    return {};
  });

  route(app, resetPassword, async ({ body, request, reply }) => {
    const person = await auth.personOfReset(body.token);
    if (person) await requireGoodPassword('newPassword', body.newPassword, person);
    await ask(request, reply, body);
    if (person) {
      await auditPerson(directory, { userId: person.id, address: request.ip }, { verb: 'changed', noun: 'password' });
      reply.header('set-cookie', browsers.set(person.email));
    }
    return {};
  });

  route(app, changePasswordCall, async ({ body, session, request }) => {
    const key = await allowPasswordGuess(directory, session.userId);
    const token = sessions.cookie.read(request.headers.cookie) ?? '';
    await changePassword(directory, { userId: session.userId, token, address: request.ip }, body);
    await forgetAttempts(directory, key);
    request.log.info({ user: session.userId, address: request.ip }, 'password changed');
    return { message: 'Your password is changed. Every other browser was signed out.' };
  });
}
