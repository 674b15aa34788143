const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/** Whether an address is on the person's own computer. Source: RFC 8252, 7.3. */
export const isLoopback = (address: string): boolean => {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && loopback.includes(url.hostname);
};

/** Whether somebody may be sent back to such an address at all: by https, or to a program on their own computer. */
export function isRedirect(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password || address.includes('#')) return false;
  return url.protocol === 'https:' || isLoopback(address);
}

/**
 * Whether an address is one of those that a program registered: the same to the letter; on the person's own computer at any port, which
 * its program is given by the system.
 */
export const isRegistered = (address: string, registered: readonly string[]): boolean =>
  isRedirect(address) &&
  registered.some((each) => each === address || (isLoopback(address) && isLoopback(each) && withoutPort(each) === withoutPort(address)));

const withoutPort = (address: string) => address.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]+)):\d{1,5}([/?].*)?$/, '$1$2');

/** A registered address with these values in its query. */
export function redirectTo(address: string, values: Record<string, string | null>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}
