/** Where a product's picture is: a relative path lies in our uploads; an address must be one of http or https. */
export function imageAddress(given: string | null): string | null {
  if (!given) return null;
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(given)) return /^https?:\/\//i.test(given) && URL.canParse(given) ? given : null;
  return `/uploads/${given.replace(/^\/+/, '').replace(/^uploads\//, '')}`;
}
