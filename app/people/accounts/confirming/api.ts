import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import { forgetAttempts } from '../attempts/attempts.ts';
import { allowPasswordGuess, requireOwnPassword } from '../passwords/own-password.ts';
import type { SignInParts } from '../sign-in-api.ts';
import { confirmCall } from './contract.ts';

/** Giving the password again before something sensitive: see `confirmed` of platform/endpoint.ts. */
export function confirmingApi(app: FastifyInstance, { directory, sessions }: SignInParts): void {
  route(app, confirmCall, async ({ session: { userId }, body, request, reply }) => {
    const key = await allowPasswordGuess(directory, userId);
    await requireOwnPassword(directory, userId, body).catch((error) => {
      request.log.info({ user: userId, address: request.ip }, 'confirmation refused');
      throw error;
    });
    await forgetAttempts(directory, key);
    reply.header('set-cookie', await sessions.confirm(request.headers.cookie));
    request.log.info({ user: userId, address: request.ip }, 'confirmed with the password');
    return null;
  });
}
