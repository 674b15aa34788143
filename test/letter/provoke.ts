import type { Page } from 'playwright';
import { expect } from 'vitest';

type Reply = { status: number; json?: unknown } | 'none' | 'never';
type Act = (page: Page) => Promise<unknown>;

/** A text of the specification, when it says it, the call that is replied to like this, and what a person does. */
export type Row = [text: string, situation: string, call: string, reply: Reply, act: Act];

/** As a server replies that has failed. */
export const broken = { status: 500, json: { errorMessage: '', code: 'failed' } };

export const click =
  (name: string): Act =>
  (page) =>
    page.getByRole('button', { name, exact: true }).click();

export const goTo =
  (path: string): Act =>
  (page) =>
    page.goto(path);

/** Shows each text by what provokes it, one after the other in one page. `after`: what a person does before the next. */
export async function provoke(page: Page, rows: readonly Row[], after?: Act): Promise<void> {
  for (const [text, situation, call, reply, act] of rows) {
    await page.route(call, (route) => {
      if (reply === 'never') return;
      return reply === 'none' ? route.abort() : route.fulfill({ status: reply.status, json: reply.json ?? {} });
    });
    const shown = page.getByText(text).first();
    expect(await shown.isVisible(), `before ${situation}: ${text}`).toBe(false);
    await act(page);
    await expect.poll(() => shown.isVisible(), { message: `${situation}: ${text}`, timeout: 20_000 }).toBe(true);
    await page.unroute(call);
    await after?.(page);
  }
}
