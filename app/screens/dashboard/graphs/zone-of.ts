const named = /(?:^|; )zone=([\w/+-]{1,64})(?:;|$)/;
/** Zones by their own names only: few enough to be kept. */
const seen = new Set<string>();

/** The time zone that a browser has told of itself in a cookie, see own-zone.ts; null without one that exists. */
export function zoneOf(cookies: string | null): string | null {
  const zone = named.exec(cookies ?? '')?.[1];
  if (!zone || seen.has(zone)) return zone ?? null;
  const own = ownName(zone);
  if (own) seen.add(own);
  return own;
}

function ownName(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
