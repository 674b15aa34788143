/** Where to go after signing in: a path of ours, never another site. */
export function nextAddress(next: string | null): string {
  if (!next?.startsWith('/')) return '/';
  const url = new URL(next, 'http://here.invalid');
  return url.host === 'here.invalid' ? url.pathname + url.search + url.hash : '/';
}
