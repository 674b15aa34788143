import { href, isRouteErrorResponse, redirectDocument } from 'react-router';
import { callAs } from '../../../platform/call.ts';
import type { Route } from '../../+types/root.ts';
import { behindTheScenes } from '../../people/accounts/entrance/next-address.ts';
import { allStyles } from '../../theme/all-styles.ts';
import { startLeaving } from '../../ui/alerts/alerts.ts';
import { startReading } from '../../ui/live/connection.ts';
import { type Freshness, reportFreshness } from '../../ui/live/freshness.ts';
import { forgetTouch } from '../../ui/live/touched.ts';
import type { ShellData } from './shell-data.ts';

type Match = { id: string; loaderData: unknown };

/** The data shown, by route. */
let page: { address: string; loaded: Map<string, unknown> } = { address: '', loaded: new Map() };
/** What was read behind the scenes last, by address and route: a route may have several addresses. */
const fetched = new Map<string, unknown>();

/** Call after each navigation and each reload of a page's data. */
export function rememberShown(address: string, matches: readonly Match[]): void {
  if (page.address !== address) forgetTouch();
  page = {
    address,
    loaded: new Map(matches.filter(({ loaderData }) => loaderData !== undefined).map((match) => [match.id, match.loaderData])),
  };
  callAs(sessionOf(page.loaded.get(shell)));
}

/** Of the shell's data, by which a page knows whose it is. */
const sessionOf = (loaded: unknown) => (loaded as Partial<ShellData> | undefined)?.pageSession;

/**
 * When a background reload fails for want of a server, a network or a session, or is of another session than the page, this stays as it
 * is, with everything typed into it, and the shell says so. When a navigation fails, the error is shown within the shell; one that leads
 * to a page of another session loads that anew, so that nothing of this one remains.
 */
export const keepWhatIsShown: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  const { pathname, search } = new URL(request.url);
  const beside = behindTheScenes.has(pathname);
  const isAnother = !beside && pathname + search !== page.address;
  if (!beside) startReading();
  if (isAnother) startLeaving(pathname + search);
  const styles = isAnother && allStyles();
  const results = await next();
  await styles;
  if (request.signal.aborted) return results;
  const isOther = ofShell.some((id) => isOfOther(results[id]?.result));
  if (isAnother && isOther) throw redirectDocument(pathname + search);
  if (isAnother) return keepShell(results);
  const states = new Map(
    Object.entries(results).map(([id, { result, type }]) => [id, isOther ? 'other_session' : freshnessOf(type, result)] as const),
  );
  reportFreshness([...states.values()].find((state) => state !== 'fresh') ?? 'fresh');
  const read = (id: string) => `${pathname} ${id}`;
  const had = (id: string) => (beside ? fetched.get(read(id)) : page.loaded.get(id));
  const kept = Object.entries(results).map(([id, result]) =>
    states.get(id) === 'fresh' || !(beside || page.loaded.has(id)) ? [id, result] : [id, { type: 'data', result: had(id) ?? null }],
  );
  if (beside && !isOther) for (const [id, { type, result }] of Object.entries(results)) if (type === 'data') fetched.set(read(id), result);
  return Object.fromEntries(kept);
};

/** Whether these are the shell's data, of another session than the page is. */
const isOfOther = (result: unknown) => {
  const [own, theirs] = [page.loaded.get(shell), result].map(sessionOf);
  return own !== undefined && theirs !== undefined && own !== theirs;
};

/** A failed page must not take the shell's navigation with it. */
function keepShell<Result extends { type: 'data' | 'error'; result: unknown }>(results: Record<string, Result>): Record<string, Result> {
  const { [shell]: own } = results;
  if (!own || !page.loaded.has(shell) || freshnessOf(own.type, own.result) !== 'failing') return results;
  return { ...results, [shell]: { ...own, type: 'data', result: page.loaded.get(shell) } };
}
const shell = 'screens/shell/layout';
const ofShell = [shell, 'screens/shell/refresh'];

/** A reply about the record itself, such as 404, is content, not a failure to reload. */
function freshnessOf(type: 'data' | 'error', result: unknown): Freshness {
  if (result instanceof Response) return result.headers.get('location')?.startsWith(href('/sign-in')) ? 'signed_out' : 'fresh';
  if (type === 'data') return 'fresh';
  if (!isRouteErrorResponse(result) || result.status >= 500 || result.status === 429) return 'failing';
  return result.status === 401 ? 'signed_out' : 'fresh';
}
