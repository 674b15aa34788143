/** One person's browser: keeps the cookies that it is given. */
export type Browser = {
  /** The text of a reply. One that is no success, or never comes, is undefined, and noted. */
  ask: (method: 'GET' | 'POST', path: string, body?: object) => Promise<string | undefined>;
  at: (address: string) => void;
  wrong: () => string[];
};

const patienceMs = 60_000;

/** `name`: what its notes begin with. `counted` hears of each request. */
export function openBrowser(name: string, counted: () => void): Browser {
  const wrong: string[] = [];
  const cookies = new Map<string, string>();
  let address = '';
  const fetched = async (method: string, path: string, body?: object) => {
    const reply = await fetch(address + path, {
      ...{ method, redirect: 'manual', headers: headersOf(cookies, body), signal: AbortSignal.timeout(patienceMs) },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${reply.status} ${text.slice(0, 200)}`);
    return text;
  };
  return {
    at(next) {
      address = next;
    },
    wrong: () => wrong,
    async ask(method, path, body) {
      counted();
      return fetched(method, path, body).catch((error: Error) => {
        wrong.push(`${name} at ${new Date().toISOString()}: ${method} ${path}: ${error.cause ?? error.message}`);
        return undefined;
      });
    },
  };
}

/** Each on a connection of its own, as a proxy opens them: what it keeps open ends when its web process does. */
function headersOf(cookies: Map<string, string>, body?: object): Record<string, string> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    ...{ cookie, connection: 'close', 'sec-fetch-site': 'same-origin', accept: 'application/json, text/html' },
    ...(body && { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }),
  };
}
