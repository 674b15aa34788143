import { RouterContextProvider } from 'react-router';
import type { RenderPage } from '../platform/http/pages.ts';
import { requestContext } from '../platform/http/request-context.ts';
import { signedInOf } from '../platform/http/web-context.ts';
import type { SignedIn } from '../platform/signed-in.ts';
import { inTenant, reading } from '../platform/tenant.ts';
import { signInAddress } from './accounts/next-address.ts';
import type { Parts } from './parts.ts';

/** React Router's request handler, from the pages' bundle. */
export type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** Renders pages with the session and its account's transactions. Without a session only the sign-in pages are served. */
export function renderWith(pages: Pages, { database, env }: Pick<Parts, 'database' | 'env'>): RenderPage {
  return async (request, webRequest, nonce) => {
    const session = await signedInOf(request);
    if (!session && !isOpen(webRequest)) return new Response(null, { status: 302, headers: { location: signInAddress(webRequest) } });
    const context = new RouterContextProvider();
    context.set(requestContext, {
      session,
      cspNonce: nonce,
      demo: env.demo,
      inTenant: async (work) => inTenant(database, signedIn(session, webRequest), work),
      reading: async (work) => reading(database, signedIn(session, webRequest), work),
    });
    return pages(webRequest, context);
  };
}

const openPages = new Set(['/sign-in', '/forgot-password', '/reset-password', '/outbox', '/__manifest']);

/** React Router requests a page's data, and follows a redirect only when the loader throws one. */
function isOpen(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return openPages.has(pathname) || pathname.endsWith('.data');
}

function signedIn(session: SignedIn | null, request: Request): SignedIn {
  if (!session) throw new Response(null, { status: 302, headers: { location: signInAddress(request) } });
  return session;
}
