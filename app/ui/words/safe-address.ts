/** An external address that is safe as a link: http and https only, otherwise null. */
export function safeAddress(address: string | null | undefined): string | null {
  return address && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
}

/** Where a browser finds a product's picture: a relative path is in our uploads, and of an absolute one, http or https, we have a copy. */
export function imageAddress(address: string | null | undefined): string | null {
  if (!address) return null;
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(address)) return safeAddress(address) && `/uploads/outside?${new URLSearchParams({ address })}`;
  return `/uploads/${address.replace(/^\/+/, '').replace(/^uploads\//, '')}`;
}
