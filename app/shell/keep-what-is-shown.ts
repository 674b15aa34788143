import { isRouteErrorResponse } from 'react-router';
import type { Route } from '../+types/root.ts';
import { type Freshness, reportFreshness } from '../ui/live/freshness.ts';
import { behindTheScenes } from './behind-the-scenes.ts';

type Match = { id: string; loaderData: unknown };

/** What is on the screen, by route. */
let page: { address: string; loaded: Map<string, unknown> } = { address: '', loaded: new Map() };
const fetched = new Map<string, unknown>();

/** Told after each change of page or of what was loaded for it. */
export function rememberShown(address: string, matches: readonly Match[]): void {
  page = {
    address,
    loaded: new Map(matches.filter(({ loaderData }) => loaderData !== undefined).map((match) => [match.id, match.loaderData])),
  };
}

/**
 * A page that is read again by itself and cannot be, for want of a server, a network or a session, stays as it is, with all that was
 * typed into it; the shell says so. Where a person goes themselves, what fails is shown there, within the shell.
 */
export const keepWhatIsShown: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  const results = await next();
  const { pathname, search } = new URL(request.url);
  const beside = behindTheScenes.has(pathname);
  if (request.signal.aborted) return results;
  if (!(beside || pathname + search === page.address)) return keepShell(results);
  const states = new Map(Object.entries(results).map(([id, { result, type }]) => [id, freshnessOf(type, result)]));
  reportFreshness([...states.values()].find((state) => state !== 'fresh') ?? 'fresh');
  const had = beside ? fetched : page.loaded;
  const kept = Object.entries(results).map(([id, result]) =>
    states.get(id) === 'fresh' || !(beside || had.has(id)) ? [id, result] : [id, { type: 'data', result: had.get(id) ?? null }],
  );
  if (beside) for (const [id, { type, result }] of Object.entries(results)) if (type === 'data') fetched.set(id, result);
  return Object.fromEntries(kept);
};

/** The ways on from a page that failed are in the shell: it does not fail with it. */
function keepShell<Result extends { type: 'data' | 'error'; result: unknown }>(results: Record<string, Result>): Record<string, Result> {
  const { [shell]: own } = results;
  if (!own || !page.loaded.has(shell) || freshnessOf(own.type, own.result) !== 'failing') return results;
  return { ...results, [shell]: { ...own, type: 'data', result: page.loaded.get(shell) } };
}
const shell = 'shell/layout';

/** An answer that says something of the record, such as that it is gone, is news, not trouble. */
function freshnessOf(type: 'data' | 'error', result: unknown): Freshness {
  if (result instanceof Response) return result.headers.get('location')?.startsWith('/sign-in') ? 'signed_out' : 'fresh';
  if (type === 'data') return 'fresh';
  if (!isRouteErrorResponse(result) || result.status >= 500 || result.status === 429) return 'failing';
  return result.status === 401 ? 'signed_out' : 'fresh';
}
