import { createHmac, timingSafeEqual } from 'node:crypto';

/** A session ends when it was not used for so long. */
export const sessionSeconds = 14 * 24 * 60 * 60;
/** And however much it was used. */
export const longestSessionSeconds = 30 * 24 * 60 * 60;

/** The cookie that carries a session's token, signed as better-auth signs it: `token.base64(HMAC-SHA256)`. */
export type SessionCookie = {
  name: string;
  /** The token of a Cookie header; null without a valid signature. */
  read: (header: string | undefined) => string | null;
  /** `name=value`, as a browser sends it back. */
  write: (token: string) => string;
  /** The Set-Cookie header. */
  set: (token: string) => string;
};

/** What our cookies' names begin with. Over https browsers then take them only from this host, Secure and for every path. */
export const cookiePrefix = (baseUrl: string) => `${baseUrl.startsWith('https:') ? '__Host-' : ''}crossdock`;

/** The name of one of our cookies, as better-auth makes it. */
export const cookieName = (name: string, baseUrl: string) => `${cookiePrefix(baseUrl)}.${name}`;

/** The first key signs; older ones are still accepted. Over https the cookie is Secure, with the prefix that browsers enforce. */
export function sessionCookie(secretKeys: readonly string[], baseUrl: string): SessionCookie {
  const secure = baseUrl.startsWith('https:');
  const name = cookieName('session_token', baseUrl);
  const write = (token: string) => `${name}=${encodeURIComponent(`${token}.${sign(token, secretKeys[0] ?? '')}`)}`;
  return {
    name,
    read: (header) => signedCookieOf(header, name, secretKeys),
    write,
    set: (token) => `${write(token)}; Max-Age=${sessionSeconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  };
}

/** The text of a cookie that better-auth signed with one of these keys; null for any other. */
export function signedCookieOf(header: string | undefined, name: string, secretKeys: readonly string[]): string | null {
  const value = cookieOf(header, name);
  const at = value?.lastIndexOf('.') ?? -1;
  if (!value || at < 1) return null;
  const text = value.slice(0, at);
  return secretKeys.some((key) => same(sign(text, key), value.slice(at + 1))) ? text : null;
}

/** The signature of a cookie's text. */
export function sign(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64');
}

/** Compares signatures in a time that tells nothing. */
export function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The value of a cookie in a Cookie header. */
export function cookieOf(header: string | undefined, name: string): string | null {
  const pair = header?.split(';').find((each) => each.trimStart().startsWith(`${name}=`));
  if (!pair) return null;
  try {
    return decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim());
  } catch {
    return null;
  }
}
