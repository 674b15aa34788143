import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { keyOf, use } from '../../../../test/keys.ts';
import { testWeb } from '../../../../test/web.ts';

type Example = { requestBody?: { content: Record<string, { example?: object }> }; responses: Record<string, object> };

const own = testWeb();
let key = '';
let paths: Record<string, Record<string, Example>> = {};
beforeAll(async () => {
  ({ key } = await keyOf(own, 'Acme', { scopes: ['write_shop'] }));
  ({ paths } = (await own.web.inject('/v1/openapi.json')).json());
});

const send = (method: 'POST' | 'PATCH', url: string, payload: object) =>
  use(own, key, { method, url, payload, headers: { 'idempotency-key': `${method} ${url}`.replace(' ', '-') } });

test('each call of a shop does what its example in the document says', async () => {
  const tried: string[] = [];
  // An order is sent before it is changed and cancelled.
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      path.startsWith('/v1/shop/') && requestBody ? [{ path, method: method.toUpperCase() as 'POST' | 'PATCH', requestBody }] : [],
    ),
  );
  let id = 0;
  for (const { path, method, requestBody } of calls.toSorted((a, b) => a.path.length - b.path.length)) {
    const body = requestBody.content['application/json']?.example;
    expect(body, path).toBeDefined();
    const reply = await send(method, path.replace('{id}', String(id)), body as object);
    expect(reply.statusCode, `${method} ${path}: ${reply.body}`).toBe(200);
    id ||= reply.json().id ?? 0;
    tried.push(`${method} ${path}`);
  }
  expect(tried.sort()).toEqual([
    'PATCH /v1/shop/orders/{id}',
    'POST /v1/shop/listings',
    'POST /v1/shop/listings/remove',
    'POST /v1/shop/orders',
    'POST /v1/shop/orders/send',
    'POST /v1/shop/orders/{id}/cancel',
    'POST /v1/shop/shipments/acknowledge',
  ]);
});

test('the order of the recipe is taken as it stands there', async () => {
  const recipes = await readFile(new URL('../../../../docs/api/recipes.md', import.meta.url), 'utf8');
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(recipes.slice(recipes.indexOf('## Sell from a shop of your own'))) ?? [];
  const order = { ...JSON.parse(json), external_id: 'of-the-recipe' };
  expect((await send('POST', '/v1/shop/orders', order)).json()).toMatchObject({ outcome: 'created' });
});
