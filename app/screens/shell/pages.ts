import type { FastifyRequest } from 'fastify';
import { href, RouterContextProvider } from 'react-router';
import { signedInOf } from '../../../platform/http/authorise.ts';
import { refusalOf } from '../../../platform/http/errors.ts';
import { workingOn } from '../../../platform/http/front-door.ts';
import type { RenderPage } from '../../../platform/http/pages.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { requestContext } from '../../../platform/http/request-context.ts';
import { reading } from '../../../platform/tenant.ts';
import { signInAddress, twoFactorAddress } from '../../people/accounts/entrance/next-address.ts';
import { mayDo } from '../../people/accounts/people/permissions.ts';
import { profileOf } from '../../people/accounts/profile/profile.ts';
import { profileContext } from '../../people/accounts/profile/profile-context.ts';
import type { Services } from '../../people/accounts/services.ts';
import { strictSupersContext } from '../../people/accounts/two-factor/lacks-two-factor.ts';
import { readWebhook } from '../../shared/connections/webhooks/webhook-address.ts';
import { webhookContext } from '../../shared/connections/webhooks/webhook-context.ts';
import { sealContext } from '../../shared/webhooks/subscriptions/seal-context.ts';

/** React Router's request handler, from the pages' bundle. */
export type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>;

type Parts = Pick<Services, 'database' | 'directory' | 'sessions' | 'env' | 'engine'>;

/** Renders pages with who asks and their account's transactions. Signed out, only the pages that lead in are rendered. */
export function renderWith(pages: Pages, { database, directory, sessions, env, engine }: Parts): RenderPage {
  return async (request, webRequest, nonce) => {
    const session = await signedInOf(request);
    if (!session && !isOpen(webRequest)) return new Response(null, { status: 302, headers: { location: signInAddress(webRequest) } });
    const context = new RouterContextProvider();
    context.set(requestContext, {
      session,
      mayDo,
      signInAddress,
      twoFactorAddress,
      reading: (actor, work) => reading(database, actor, work),
      refusalOf: refusalsOf(request),
      refusedForm: request.refusedForm ?? null,
      cspNonce: nonce,
      demo: env.demo,
      applications: Object.keys(env.applications),
    });
    const token = sessions.cookie.read(request.headers.cookie) ?? '';
    if (session) context.set(profileContext, () => profileOf(directory, session.userId, token, env.superTwoFactor));
    context.set(webhookContext, (tenant, id) => readWebhook(tenant, engine, id));
    context.set(sealContext, engine.seal);
    context.set(strictSupersContext, env.superTwoFactor);
    return workingOn(request, () => pages(webRequest, context));
  };
}

/** A page is loaded by several loaders at once. When the same breaks in all of them, it is logged once. */
function refusalsOf(request: FastifyRequest): (error: unknown) => Refusal {
  const logged = new Map<string, Refusal>();
  return (error) => {
    if (error instanceof Refusal) return error;
    const kind = String(error);
    const refusal = logged.get(kind) ?? refusalOf(error, request);
    logged.set(kind, refusal);
    return refusal;
  };
}

const openPages = new Set([
  href('/sign-in'),
  href('/forgot-password'),
  href('/reset-password'),
  href('/invitation'),
  href('/unsubscribe'),
  href('/confirm-address'),
  href('/outbox'),
  '/__manifest',
]);

/** Data of a page is requested by React Router, which follows a redirect only when the loader throws it: see platform/http/page.ts. */
function isOpen(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return openPages.has(pathname) || pathname.endsWith('.data');
}
