import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { expectLaidOut, faultsOfLayout } from '../../../../test/browser/laid-out.ts';
import { pressEnter, pressSpace } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { proof } from '../../../../test/connecting.ts';
import { testProduct } from '../../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

/** The program of an agent, which waits on the person's own computer. */
const received: URL[] = [];
const program = createServer((request, response) => {
  received.push(new URL(request.url ?? '', 'http://127.0.0.1'));
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<!doctype html><html lang="en"><title>Done</title><link rel="icon" href="data:,"><p>Go back to your agent.</p></html>');
});
let redirect_uri = '';
beforeAll(async () => {
  await once(program.listen(0, '127.0.0.1'), 'listening');
  redirect_uri = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
});
afterAll(() => void program.close());

const client = () => `${product.sandbox.origin}/agents/desk.json`;
const addressWith = (values: Record<string, string>) =>
  `/oauth/authorize?${new URLSearchParams({
    ...{ response_type: 'code', client_id: client(), redirect_uri, code_challenge_method: 'S256', state: 'mine' },
    ...{ resource: `${product.origin}/mcp`, scope: 'read_orders read_buyers write_orders', ...values },
  })}`;

test('by keyboard an account admin takes scopes away, connects an agent, sees its call and disconnects it', async () => {
  const { verifier, challenge } = proof();
  const page = await visit(addressWith({ code_challenge: challenge }), { as: 'amira@demo.crossdock', phone: true, expected: [/422/] });
  await page.getByRole('heading', { name: 'Connect Desk agent?' }).waitFor();
  await page.getByText(`Desk agent of ${new URL(client()).host} wants to use the account`).waitFor();
  await page.getByText('any program can call itself Desk agent').waitFor();
  await expectAccessible(page);
  await expectLaidOut(page);
  const chosen = () =>
    page.getByRole('checkbox', { checked: true }).evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
  expect(await chosen()).toEqual(['read_orders']);
  await pressSpace(page.getByRole('checkbox', { name: 'Find orders, and read why each waits' }));
  await pressEnter(page.getByRole('button', { name: 'Connect' }));
  await page.getByText('Choose what the agent may do.').waitFor();
  await expectAccessible(page);
  await pressSpace(page.getByRole('checkbox', { name: 'Find orders, and read why each waits' }));
  await pressEnter(page.getByRole('button', { name: 'Connect' }));
  await page.getByText('Go back to your agent.').waitFor();
  const { code = '', ...rest } = Object.fromEntries(received.at(-1)?.searchParams ?? []);
  expect(rest).toEqual({ state: 'mine', iss: product.origin });

  const form = { code, code_verifier: verifier, redirect_uri, client_id: client(), resource: `${product.origin}/mcp` };
  const body = new URLSearchParams({ grant_type: 'authorization_code', ...form });
  const { access_token, scope } = await (await fetch(`${product.origin}/oauth/token`, { method: 'POST', body })).json();
  expect(scope).toBe('read_orders');
  const list = async () => {
    const headers = {
      ...{ authorization: `Bearer ${access_token}`, accept: 'application/json, text/event-stream' },
      'content-type': 'application/json',
    };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    return (await fetch(`${product.origin}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) })).status;
  };
  expect(await list()).toBe(200);
  await expect.poll(() => product.database.sql('select path from api_calls')).toEqual([{ path: '/mcp' }]);

  await page.goto(`${product.origin}/settings/api`);
  await page.getByRole('row', { name: /Desk agent.*connected by Amira Baker.*Connected.*Find orders/ }).waitFor();
  await expectAccessible(page);
  await expectLaidOut(page);
  await pressEnter(page.getByRole('button', { name: 'Calls of Desk agent' }));
  const calls = page.getByRole('dialog', { name: 'The last calls of Desk agent' });
  await calls.getByRole('row', { name: /POST \/mcp.*200/ }).waitFor();
  await calls.press('Escape');
  await calls.waitFor({ state: 'detached' });
  await pressEnter(page.getByRole('button', { name: 'Disconnect Desk agent' }));
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }));
  await page.getByRole('row', { name: /Desk agent.*Disconnected/ }).waitFor();
  await expect.poll(list).toBe(401);
});

test('a host is shown to its end, however long it is', async () => {
  const host = `crossdock.example.${`${'a'.repeat(60)}.`.repeat(3)}evil.example`;
  const page = await visit('/settings/views', { as: 'amira@demo.crossdock', phone: true });
  await page.route('**/api/agents/requests', async (route) => {
    const reply = await route.fetch();
    const { question, redirect } = (await reply.json()) as { question: object | null; redirect: string | null };
    const elsewhere = redirect?.replace(/127\.0\.0\.1:\d+/, host);
    await route.fulfill({
      response: reply,
      json: { question: question && { ...question, host, redirect_host: host }, redirect: elsewhere },
    });
  });
  for (const challenge of [proof().challenge, 'short']) {
    await page.goto(`${product.origin}${addressWith({ code_challenge: challenge })}`);
    await page.getByText(host).first().waitFor();
    await expect.poll(() => faultsOfLayout(page)).toEqual([]);
  }
});

test('whoever declines goes back with that, and who asks wrongly is not led anywhere by itself', async () => {
  const page = await visit(addressWith({ code_challenge: proof().challenge }), { as: 'amira@demo.crossdock', phone: true });
  await pressEnter(page.getByRole('link', { name: 'Decline' }));
  await page.getByText('Go back to your agent.').waitFor();
  expect(Object.fromEntries(received.at(-1)?.searchParams ?? [])).toMatchObject({ error: 'access_denied', state: 'mine' });
  const before = received.length;
  await page.goto(`${product.origin}${addressWith({ code_challenge: 'short' })}`);
  await page.getByRole('heading', { name: 'This agent cannot be connected' }).waitFor();
  await page.getByText('A code_challenge with the method S256 is required.').waitFor();
  await expectAccessible(page);
  expect(received.length).toBe(before);
  const framed = await page.request.get(`${product.origin}/oauth/authorize`, {
    headers: { cookie: await product.cookieOf('amira@demo.crossdock') },
  });
  expect(framed.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(framed.headers()['x-frame-options']).toBe('DENY');
});
