import type { Page } from 'playwright';
import { sent } from './calls.ts';
import type { Step } from './screen.ts';

const idOf = (page: Page) => Number(/\/(\d+)(?=\/|$)/.exec(new URL(page.url()).pathname)?.[1]);
const read = async (page: Page) => {
  await page.reload();
  await page.locator('html[data-hydrated]').waitFor();
};

/** A comment of who looks, on the order that is open. */
export const withComment: Step = async (page) => {
  await sent(page, 'POST', `/api/comments/order/${idOf(page)}`, { body: 'The buyer called: please leave it with the neighbour at 12.' });
  await read(page);
};

/** A message of who looks, in the ticket that is open. */
export const withMessage: Step = async (page) => {
  await sent(page, 'POST', `${new URL(page.url()).pathname}/messages`, { body: '<p>Two more came today, both from Leipzig.</p>' });
  await read(page);
};

/** An internal note of who looks, in the ticket that is open. */
export const withNote: Step = async (page) => {
  await sent(page, 'POST', `${new URL(page.url()).pathname}/notes`, { body: 'Same carrier as last week. Ask the depot before we reply.' });
  await read(page);
};

/** A file of orders. */
export const withExport: Step = async (page) => {
  if ((await page.getByRole('button', { name: /^Delete orders-/ }).count()) > 0) return;
  await page.getByRole('button', { name: 'Export orders' }).click();
  await page.getByRole('link', { name: /^orders-.*\.csv$/ }).waitFor();
  await read(page);
};

/** A colleague who is invited and has not come yet. */
export const withInvitee: Step = async (page) => {
  const { invitees } = (await sent(page, 'GET', '/api/team')) as { invitees: unknown[] };
  if (invitees.length === 0) await sent(page, 'POST', '/settings/team/invitees', { emails: 'noor@northwind.example', role: 'user' });
  await read(page);
};

/** A hold that an agent prepared, on the page where a person starts it. */
export const proposed: Step = async (page) => {
  const scopes = ['read_orders', 'write_orders'];
  const name = `Desk agent ${Date.now() % 100_000}`;
  const { key } = (await sent(page, 'POST', '/api/keys', { name, scopes, days: 1 })) as { key: string };
  const given = { action: 'hold', matching: { issue: 'any' }, reason: 'Labels of this batch were torn' };
  const reply = await page.request.post(new URL('/mcp', page.url()).href, {
    headers: { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
    data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'prepare_orders_action', arguments: given } },
  });
  const [, path] = /(\/activity\/\d+\/proposed)/.exec(await reply.text()) ?? [];
  if (!path) throw new Error(`The agent has prepared nothing: ${await reply.text()}`);
  await page.goto(path);
  await page.locator('html[data-hydrated]').waitFor();
};
