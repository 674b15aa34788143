import type { BrowserContext, Page } from 'playwright';

/** What the windows of a context have in common for good. */
export type Kind = { origin: string; timezone: string };

type Known = { kind: Kind; anchor: Page; worn: boolean };

/** Every context that may be used again, and those of them that no test uses now. */
const known = new Map<BrowserContext, Known>();
const spare = new Set<BrowserContext>();

/**
 * A context as good as new. A new one would fetch and compile every script again, in a process of its own: to open a page in it
 * costs twice what it costs in one that was used before.
 */
export async function takeContext({ origin, timezone }: Kind, open: () => Promise<BrowserContext>): Promise<BrowserContext> {
  // The oldest that is free has read and compiled the most pages.
  const found = [...known].find(([each, { kind }]) => spare.has(each) && kind.origin === origin && kind.timezone === timezone)?.[0];
  if (found) {
    spare.delete(found);
    return found;
  }
  const context = await open();
  // Its process ends with its last page, so it keeps one that nobody sees.
  const kept: Known = { kind: { origin, timezone }, anchor: await context.newPage(), worn: false };
  known.set(context, kept);
  const install = context.clock.install.bind(context.clock);
  context.clock.install = (options) => {
    // It never goes on by itself again.
    kept.worn = true;
    return install(options);
  };
  return context;
}

/** So long may it take to clean a context, in ms. */
const cleaningMs = 30_000;

/**
 * Gives a context back without what its test has left in it: pages, listeners, routes, cookies, storage. One that Chromium does not
 * clean in time is not used again, and nobody waits for its end: that says nothing about the test.
 */
export async function giveBack(context: BrowserContext): Promise<void> {
  const kept = known.get(context);
  if (!kept || kept.worn) {
    known.delete(context);
    return context.close();
  }
  const inTime = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => inTime.resolve(false), cleaningMs);
  const isClean = await Promise.race([clean(context, kept).then(() => true), inTime.promise]).finally(() => clearTimeout(timer));
  if (isClean) return void spare.add(context);
  known.delete(context);
  void context.close().catch(() => undefined);
}

async function clean(context: BrowserContext, { anchor, kind }: Known): Promise<void> {
  await Promise.all(pagesOf(context).map((page) => page.close()));
  for (const event of ['console', 'weberror', 'page']) context.removeAllListeners(event);
  await Promise.all([context.unrouteAll(), context.clearCookies(), context.clearPermissions(), context.setOffline(false)]);
  const session = await context.newCDPSession(anchor);
  await session.send('Storage.clearDataForOrigin', {
    origin: kind.origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
  });
  await session.detach();
}

/** The pages that a test has opened. */
export const pagesOf = (context: BrowserContext): Page[] => context.pages().filter((page) => page !== known.get(context)?.anchor);
