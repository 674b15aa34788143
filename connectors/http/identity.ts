/**
 * What a credential belongs to, as keys: `ship_station:store/310001`, `netsuite:account/1234567/subsidiary/3`. A key that begins another
 * one at a slash is the whole that the other is a part of.
 */
export const identityKey = (connector: string, ...path: string[]): string => `${connector}:${path.map(encodeURIComponent).join('/')}`;

/** What a credential was found to belong to, of keys that end with it: `acme` of `amware:account/acme`. */
export function belongingIn(keys: readonly string[], connector: string, kind: string): string | undefined {
  const before = `${identityKey(connector, kind)}/`;
  const key = keys.find((each) => each.startsWith(before));
  return key === undefined ? undefined : decodeURIComponent(key.slice(before.length));
}

/** Whether the first is the second, or the whole of it. */
const holds = (whole: string, part: string) => part === whole || part.startsWith(`${whole}/`);

/** The keys of the first set that are, or have, or are part of, one of the second. */
export const sharedKeys = (keys: readonly string[], others: readonly string[]): string[] =>
  keys.filter((key) => others.some((other) => holds(key, other) || holds(other, key)));
