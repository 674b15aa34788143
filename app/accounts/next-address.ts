import { behindTheScenes } from '../shell/behind-the-scenes.ts';

/** Where to go after signing in: a path of ours, never another site. */
export function nextAddress(next: string | null): string {
  if (!next?.startsWith('/')) return '/';
  const url = new URL(next, 'http://here.invalid');
  return url.host === 'here.invalid' ? url.pathname + url.search + url.hash : '/';
}

/** The sign-in page that leads to the page that was asked for; also when only that page's data was, or what it reads again by itself. */
export function signInAddress(request: Request): string {
  const page = pageAsked(request);
  return page === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(page)}`;
}

function pageAsked(request: Request): string {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/(?<=\/)_(?:root)?\.data$|\.data$/, '');
  // Which loaders of the page were asked for, in React Router's words.
  url.searchParams.delete('_routes');
  if (!behindTheScenes.has(url.pathname)) return url.pathname + url.search;
  const page = URL.parse(request.headers.get('referer') ?? '');
  return page?.host === url.host ? page.pathname + page.search : '/';
}
