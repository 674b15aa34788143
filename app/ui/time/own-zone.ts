const year = 365 * 86_400_000;

/**
 * Tells the server the time zone of this browser in a cookie, so that it writes the same days from the next page on. Plain http has no
 * cookie store: there it is not told.
 */
export async function rememberZone(): Promise<void> {
  const store = globalThis.cookieStore;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ((await store?.get('zone'))?.value === zone) return;
  await store?.set({ name: 'zone', value: zone, expires: Date.now() + year, sameSite: 'lax' });
}
