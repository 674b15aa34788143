import { href } from 'react-router';

/** Addresses that open pages request by themselves; nobody navigates to them. */
export const behindTheScenes: ReadonlySet<string> = new Set([
  href('/shell'),
  href('/orders/refresh'),
  href('/orders/countries'),
  href('/orders/shipping-methods'),
  ...['skus', 'lots'].map((of) => href('/purchase-orders/choices/:of', { of })),
  href('/products/locations'),
  href('/raw-materials/locations'),
  href('/tags/choices'),
]);

const here = 'http://here.invalid';

/** The path to open after sign-in: always on this site. */
export function nextAddress(next: string | null): string {
  const url = next?.startsWith('/') ? URL.parse(next, here) : null;
  // Its dots are resolved: what was `/.//evil.example` begins with two slashes now, and would name another site.
  if (url?.origin !== here || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}

/** The sign-in address that leads back to the requested page, also when the request was for that page's data or a background reload. */
export const signInAddress = (request: Request): string => leadingBack(href('/sign-in'), request);

/** The same of the page on which two-factor sign-in is set up before anything else. */
export const twoFactorAddress = (request: Request): string => leadingBack(href('/set-up-two-factor'), request);

/** The same for who sends the form of a page: to that page as it was opened, where the browser says so, else to the form's address. */
export function signInFromForm(referrer: string | undefined, url: string, baseUrl: string): string {
  const page = URL.parse(referrer ?? '');
  const next = page?.origin === new URL(baseUrl).origin ? page.pathname + page.search : url;
  return `${href('/sign-in')}?next=${encodeURIComponent(next)}`;
}

function leadingBack(address: string, request: Request): string {
  const page = requestedPage(request);
  return page === '/' ? address : `${address}?next=${encodeURIComponent(page)}`;
}

function requestedPage(request: Request): string {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/(?<=\/)_(?:root)?\.data$|\.data$/, '');
  // React Router's parameter for the requested loaders.
  url.searchParams.delete('_routes');
  if (!behindTheScenes.has(url.pathname)) return url.pathname + url.search;
  const page = URL.parse(request.headers.get('referer') ?? '');
  return page?.host === url.host ? page.pathname + page.search : '/';
}
