import type { Page } from 'playwright';
import { inTurn, type Step } from './screen.ts';

/** Makes what a demo begins without, unless one of that name is there by now, and shows the page with it. */
export const having = (list: string, named: string, make: (page: Page) => Promise<unknown>): Step =>
  inTurn(
    async (page) => {
      const there = Object.values((await sent(page, 'GET', list)) as object)[0] as { name: string }[];
      if (!there.some(({ name }) => name === named)) await make(page);
    },
    async (page) => {
      await page.reload();
      await page.locator('html[data-hydrated]').waitFor();
    },
  );

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let times = 0; times < 100; times++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('Nothing was delivered.');
}

/** A call as the page makes it. */
export const sent = (page: Page, method: string, path: string, body?: object): Promise<unknown> =>
  page.evaluate(
    async (call) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const reply = await fetch(call.path, { method: call.method, headers, ...(call.body && { body: call.body }) });
      if (!reply.ok) throw new Error(`${call.method} ${call.path}: ${reply.status} ${await reply.text()}`);
      return reply.json();
    },
    { method, path, body: body && JSON.stringify(body) },
  );
