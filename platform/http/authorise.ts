import type { FastifyRequest } from 'fastify';
import { type ByKey, type Endpoint, needsConfirmation } from '../endpoint.ts';
import { pageSessionHeader, pageSessionOf } from '../page-session.ts';
import type { SignedIn } from '../signed-in.ts';
import { knownAs } from './front-door.ts';
import { checkNamedIds } from './named-ids.ts';
import { requireOwnXhr } from './origin.ts';
import { refuse, refuseWith } from './refusal.ts';

/** Whether this request may call this endpoint, and who makes it: decided before its body is read. @throws Refusal 401, 403 or 405 */
export async function authorise(endpoint: Endpoint, request: FastifyRequest): Promise<SignedIn | null> {
  if (endpoint.byKey) return authoriseKey(endpoint, endpoint.byKey, request);
  if (endpoint.viaXhr) requireOwnXhr(request);
  const session = endpoint.webhook ? null : await signedInOf(request);
  const { may } = endpoint;
  if (may === 'anyone') return session;
  if (!session) throw refuse(401, 'signed_out', 'You are signed out. Sign in again.');
  checkPageSession(session, request);
  if (session.needsTwoFactor && !endpoint.beforeTwoFactor)
    throw refuse(403, 'needs_two_factor', 'You have to set up two-factor sign-in first. Reload the page.');
  if (may !== 'signed_in' && !request.server.web.mayDo(session.role, may)) {
    throw refuse(403, 'not_allowed', 'Your role does not allow this. Ask an admin of your account.');
  }
  checkNamedIds(session, [request.params, request.query], endpoint.namesOthers);
  if (endpoint.confirmed && !(await request.server.web.isConfirmed(request)))
    throw refuse(403, needsConfirmation, 'This needs your password again. Nothing was changed.');
  return session;
}

/** @throws Refusal 409 where the page that calls was opened in another session than the browser has now */
function checkPageSession(session: SignedIn, { headers }: FastifyRequest): void {
  const of = headers[pageSessionHeader];
  if (of === undefined || of === pageSessionOf(session)) return;
  const now = `In another tab you went on as ${session.name} in ${session.accountName}.`;
  throw refuse(409, 'other_session', `${now} Nothing was changed. Reload this page to go on there.`);
}

/** The same of a call with a key: its scopes, and what its maker may now. No cookie is looked at. */
async function authoriseKey({ may, namesOthers }: Endpoint, { scope }: ByKey, request: FastifyRequest) {
  const { web } = request.server;
  const session = await web.keyOf(request);
  request.signedIn = session;
  knownAs(request, session.accountId);
  if (session.needsTwoFactor)
    throw refuse(403, 'needs_two_factor', `${session.name}, who made this key, has to set up two-factor sign-in first.`);
  if (scope !== null && !web.allows(session.key.scopes, scope))
    throw refuseWith({ scope }, 403, 'lacks_scope', `This takes a key with the scope ${scope}.`);
  if (may !== 'signed_in' && may !== 'anyone' && !web.mayDo(session.role, may))
    throw refuse(403, 'not_allowed', `${session.name}, who made this key, may not do this now.`);
  checkNamedIds(session, [request.params, request.query], namesOthers);
  return session;
}

/** The request's session, looked up once. */
export async function signedInOf(request: FastifyRequest): Promise<SignedIn | null> {
  if (request.signedIn === undefined) {
    request.signedIn = await request.server.web.sessionOf(request);
    if (request.signedIn) knownAs(request, request.signedIn.accountId);
  }
  return request.signedIn;
}
