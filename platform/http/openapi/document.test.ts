import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { bySession, openApiDocument } from './document.ts';

test.each<[`/${string}`, string]>([
  ['/api/orders/:id', 'orders'],
  ['/api/files/public', 'files'],
  ['/search/:entityType', 'search'],
  ['/files/*', 'files'],
  ['/:connector-mapping/save', 'connector-mapping'],
])('the call %s is listed under %s', (path, noun) => {
  const call = endpoint(`GET ${path}`, { may: 'signed_in', summary: 'Anything', replies: { 200: z.object({}) } });
  const [operations] = Object.values(
    openApiDocument([call], { title: 'A title', description: '', security: bySession('a.cookie'), making: { samples: {}, examples: {} } })
      .paths,
  );
  expect(operations).toMatchObject({ get: { tags: [noun] } });
});

test('a reply may have another field one day, and a body none that its call does not know', () => {
  const call = endpoint('POST /api/orders', {
    may: 'signed_in',
    summary: 'Anything',
    body: z.strictObject({ name: z.string() }),
    replies: { 200: z.object({ id: z.number(), lines: z.array(z.object({ sku: z.string() })) }) },
  });
  const about = { title: 'A title', description: '', security: bySession('a.cookie'), making: { samples: {}, examples: {} } };
  const { schemas } = openApiDocument([call], about).components;
  expect(schemas).toMatchObject({ PostOrdersBody: { additionalProperties: false }, PostOrdersReply: { type: 'object' } });
  expect(JSON.stringify(schemas).match(/"additionalProperties":false/g)).toHaveLength(1);
});
