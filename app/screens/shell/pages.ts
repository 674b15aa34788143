import { href, RouterContextProvider } from 'react-router';
import { signedInOf } from '../../../platform/http/authorise.ts';
import { workingOn } from '../../../platform/http/front-door.ts';
import type { RenderPage } from '../../../platform/http/pages.ts';
import { requestContext } from '../../../platform/http/request-context.ts';
import { reading } from '../../../platform/tenant.ts';
import { signInAddress, twoFactorAddress } from '../../people/accounts/entrance/next-address.ts';
import { mayDo } from '../../people/accounts/people/permissions.ts';
import { profileOf } from '../../people/accounts/profile/profile.ts';
import { profileContext } from '../../people/accounts/profile/profile-context.ts';
import type { Services } from '../../people/accounts/services.ts';

/** React Router's request handler, from the pages' bundle. */
export type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>;

type Parts = Pick<Services, 'database' | 'directory' | 'sessions' | 'env'>;

/** Renders pages with who asks and their account's transactions. Signed out, only the pages that lead in are rendered. */
export function renderWith(pages: Pages, { database, directory, sessions, env }: Parts): RenderPage {
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
      refusedForm: request.refusedForm ?? null,
      cspNonce: nonce,
      demo: env.demo,
      applications: Object.keys(env.applications),
    });
    const token = sessions.cookie.read(request.headers.cookie) ?? '';
    if (session) context.set(profileContext, () => profileOf(directory, session.userId, token, env.superTwoFactor));
    return workingOn(request, () => pages(webRequest, context));
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
