import type { FastifyInstance } from 'fastify';
import type { Environment } from '../../../../platform/env.ts';
import { route } from '../../../../platform/http/route.ts';
import { auditPerson } from '../people/audit-person.ts';
import type { Directory } from '../people/directory.ts';
import { endSessionsBut } from '../sessions/end-sessions.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { endOtherSessions, endSession, readProfile, renamePerson } from './contract.ts';
import { endOwnSession, profileOf, renameSelf } from './profile.ts';

type ProfileParts = { directory: Directory; sessions: Sessions; env: Pick<Environment, 'superTwoFactor'> };

/** The own name and sessions. */
export function profileApi(app: FastifyInstance, { directory, sessions, env }: ProfileParts): void {
  const tokenOf = (header: string | undefined) => sessions.cookie.read(header) ?? '';

  route(app, readProfile, async ({ session, request }) =>
    profileOf(directory, session.userId, tokenOf(request.headers.cookie), env.superTwoFactor),
  );

  route(app, renamePerson, async ({ session, body, request }) => {
    await renameSelf(directory, { userId: session.userId, address: request.ip }, body.name);
    sessions.reread(request.headers.cookie);
    return { message: 'Your name is changed.' };
  });

  route(app, endSession, async ({ session, params, request }) => {
    await endOwnSession(directory, { userId: session.userId, address: request.ip }, params.id);
    request.log.info({ user: session.userId, address: request.ip }, 'session ended from another browser');
    return { message: 'That browser is signed out.' };
  });

  route(app, endOtherSessions, async ({ session, request }) => {
    const count = await endSessionsBut(directory, session.userId, tokenOf(request.headers.cookie));
    const who = { userId: session.userId, address: request.ip };
    await auditPerson(directory, who, { verb: 'signed out', noun: 'other browsers', to: { browsers: count } });
    request.log.info({ user: session.userId, address: request.ip, count }, 'other sessions ended');
    return { message: count === 1 ? 'One other browser is signed out.' : `${count} other browsers are signed out.` };
  });
}
