import type { Read } from '../edges/shop-floor.ts';
import { type Browser, openBrowser } from './browser.ts';
import { type Going, keepDoing } from './keep-doing.ts';

/** People who use a web process while it is replaced. */
export type Visitors = {
  /** Does everything once at this address. @throws Error where a reply was not as it should be. */
  visit: (name: string, address: string) => Promise<void>;
  /** Goes on doing everything at an address until it is stopped. */
  keepVisiting: (address: string) => Going;
  /** How many requests were made so far. */
  count: () => number;
  /** Which replies were no success, or never came, of those who go on: a sentence each. */
  wrong: () => string[];
  /** What was saved, as its replies said, and is not there: a sentence each. */
  missing: (read: Read) => Promise<string[]>;
};

/** An address may sign in thirty times a minute, and a person save as many comments. */
const [visitsASignIn, visitsASave] = [20, 8];
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
  const look = async ({ ask }: Browser, saves: boolean) => {
    await ask('GET', '/orders');
    const list = JSON.parse((await ask('GET', '/api/orders?perPage=25')) ?? '{"data":[]}') as { data: { id: number }[] };
    for (const { id } of list.data.slice(0, 1)) {
      await ask('GET', `/api/orders/${id}`);
      await ask('GET', `/orders/${id}`);
      if (!saves) return;
      const body = `Comment ${++written}`;
      if (await ask('POST', `/api/comments/order/${id}`, { body })) saved.push(body);
    }
  };
  return {
    async visit(name, address) {
      const browser = openBrowser(name, counted);
      browser.at(address);
      await signIn(browser);
      await look(browser, true);
      const wrong = browser.wrong();
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    },
    keepVisiting(address) {
      goingOn.at(address);
      return keepDoing(betweenMs, async (turn) => {
        if (turn % visitsASignIn === 0) await signIn(goingOn);
        await look(goingOn, turn % visitsASave === 0);
      });
    },
    ...{ count: () => requests, wrong: goingOn.wrong },
    async missing(read) {
      const there = new Set((await read<{ body: string }>('select body from comments')).map(({ body }) => body));
      return saved.filter((text) => !there.has(text)).map((text) => `${text} was saved and is gone`);
    },
  };
}
