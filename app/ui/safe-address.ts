/** An external address that is safe as a link: http and https only, otherwise null. */
export function safeAddress(given: string | null | undefined): string | null {
  return given && /^https?:\/\//i.test(given) && URL.canParse(given) ? given : null;
}

/** The address of a product's picture: a relative path is in our uploads; an absolute one must be http or https. */
export function imageAddress(given: string | null | undefined): string | null {
  if (!given) return null;
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(given)) return safeAddress(given);
  return `/uploads/${given.replace(/^\/+/, '').replace(/^uploads\//, '')}`;
}
