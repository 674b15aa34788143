import { newToken } from '../people.ts';
import { cookieName, cookieOf, same, sign } from './cookie.ts';

/**
 * A cookie that says that somebody has signed in with this browser before. Guesses are counted apart for each such browser, so that
 * somebody else who guesses a person's password cannot lock them out of it. Source: OWASP, device cookies.
 */
export type KnownBrowser = {
  /** The browser's own name, for counting; null when this person never signed in with it. */
  read: (header: string | undefined, email: string) => string | null;
  /** The Set-Cookie header after this person has signed in. */
  set: (email: string) => string;
};

const keptSeconds = 365 * 24 * 60 * 60;

export function knownBrowser(secretKeys: readonly string[], baseUrl: string): KnownBrowser {
  const secure = baseUrl.startsWith('https:');
  const name = cookieName('known_browser', baseUrl);
  const signature = (browser: string, email: string, key: string) => sign(`known browser ${browser} ${email.toLowerCase()}`, key);
  return {
    read(header, email) {
      const [browser = '', signed = ''] = (cookieOf(header, name) ?? '').split('.');
      return browser && secretKeys.some((key) => same(signature(browser, email, key), signed)) ? browser : null;
    },
    set(email) {
      const browser = newToken();
      const value = encodeURIComponent(`${browser}.${signature(browser, email, secretKeys[0] ?? '')}`);
      return `${name}=${value}; Max-Age=${keptSeconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
    },
  };
}
