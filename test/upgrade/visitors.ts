import { setTimeout as pause } from 'node:timers/promises';
import type { Read } from '../edges/shop-floor.ts';
import { type Browser, openBrowser } from './browser.ts';

/** People who use a web process while it is replaced. */
export type Visitors = {
  /** Does everything once at this address. @throws Error where a reply was not as it should be. */
  visit: (name: string, address: string) => Promise<void>;
  /** Goes on doing everything at an address until it is stopped. */
  keepVisiting: (address: string) => { stop: () => Promise<void> };
  /** How many requests were made so far. */
  count: () => number;
  /** Which replies were no success, or never came, of those who go on: a sentence each. */
  wrong: () => string[];
  /** What was saved, as its replies said, and is not there: a sentence each. */
  missing: (read: Read) => Promise<string[]>;
};

/** An address may sign in thirty times a minute. */
const visitsASignIn = 20;
const betweenMs = 200;

/** `person`: who they sign in as. */
export function openVisitors(person: { email: string; password: string }): Visitors {
  const saved: string[] = [];
  let [requests, written] = [0, 0];
  const counted = () => {
    requests += 1;
  };
  const goingOn = openBrowser('behind the proxy', counted);
  const signIn = ({ ask }: Browser) => ask('POST', '/api/auth/sign-in/email', person);
  /** A list, an order and a save, of pages and of calls. */
  const look = async ({ ask }: Browser) => {
    await ask('GET', '/orders');
    const list = JSON.parse((await ask('GET', '/api/orders?perPage=25')) ?? '{"data":[]}') as { data: { id: number }[] };
    for (const { id } of list.data.slice(0, 1)) {
      await ask('GET', `/api/orders/${id}`);
      await ask('GET', `/orders/${id}`);
      const body = `Comment ${++written}`;
      if (await ask('POST', `/api/comments/order/${id}`, { body })) saved.push(body);
    }
  };
  return {
    async visit(name, address) {
      const browser = openBrowser(name, counted);
      browser.at(address);
      await signIn(browser);
      await look(browser);
      const wrong = browser.wrong();
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    },
    keepVisiting(address) {
      let goesOn = true;
      goingOn.at(address);
      const visiting = (async () => {
        for (let visits = 0; goesOn; visits++, await pause(betweenMs)) {
          if (visits % visitsASignIn === 0) await signIn(goingOn);
          await look(goingOn);
        }
      })();
      return {
        stop: () => {
          goesOn = false;
          return visiting;
        },
      };
    },
    ...{ count: () => requests, wrong: goingOn.wrong },
    async missing(read) {
      const there = new Set((await read<{ body: string }>('select body from comments')).map(({ body }) => body));
      return saved.filter((text) => !there.has(text)).map((text) => `${text} was saved and is gone`);
    },
  };
}
