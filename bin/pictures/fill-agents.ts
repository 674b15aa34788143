import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { having, sent } from './calls.ts';
import { sandboxOf } from './fill.ts';
import type { Step } from './screen.ts';

const verifier = 'an-agent-of-the-pictures-keeps-this-to-itself';
const redirect_uri = 'http://127.0.0.1:43117/callback';

/** Where the program of an agent leads somebody. */
async function queryOf(page: Page): Promise<string> {
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const client_id = `${await sandboxOf(page)}/agents/desk.json`;
  const resource = new URL('/mcp', page.url()).href;
  const query = { response_type: 'code', client_id, redirect_uri, resource, state: 'pictures', scope: 'read_orders write_orders' };
  return new URLSearchParams({ ...query, code_challenge, code_challenge_method: 'S256' }).toString();
}

/** Goes where the program of an agent leads somebody. */
export const askedByAgent: Step = async (page) => {
  await page.goto(new URL(`/oauth/authorize?${await queryOf(page)}`, page.url()).href);
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
};

/** An agent that somebody connected. */
export const withAgent: Step = having('/api/agents', 'Desk agent', async (page) => {
  const query = await queryOf(page);
  const { question } = (await sent(page, 'POST', '/api/agents/requests', { query })) as { question: { request: string } };
  const consent = { request: question.request, scopes: ['read_orders', 'write_orders'] };
  const { redirect } = (await sent(page, 'POST', '/api/agents', consent)) as { redirect: string };
  const { client_id = '', resource = '' } = Object.fromEntries(new URLSearchParams(query));
  const code = new URL(redirect).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri, client_id, resource };
  const reply = await fetch(new URL('/oauth/token', page.url()), { method: 'POST', body: new URLSearchParams(form) });
  if (!reply.ok) throw new Error(`The agent gets no token: ${reply.status} ${await reply.text()}`);
});
