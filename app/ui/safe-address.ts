/** An address from outside as one that may be followed: http and https alone, else null. */
export function safeAddress(given: string | null | undefined): string | null {
  return given && /^https?:\/\//i.test(given) && URL.canParse(given) ? given : null;
}

/** Where a product's picture is: a relative path lies in our uploads; an address must be one of http or https. */
export function imageAddress(given: string | null | undefined): string | null {
  if (!given) return null;
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(given)) return safeAddress(given);
  return `/uploads/${given.replace(/^\/+/, '').replace(/^uploads\//, '')}`;
}
