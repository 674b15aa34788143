const kinds = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address of a link in a message as it is stored; null for what is no whole address, or leads elsewhere than to a page or a mail.
 * Browser-safe.
 */
export function safeLink(address: string): string | null {
  const trimmed = address.trim();
  // Browsers ignore these within an address, so that `java\tscript:` would be one.
  if (/[\p{Cc}\s]/u.test(trimmed) || !URL.canParse(trimmed)) return null;
  const { protocol, href, username, password } = new URL(trimmed);
  if (!kinds.has(protocol) || username !== '' || password !== '') return null;
  return href;
}
