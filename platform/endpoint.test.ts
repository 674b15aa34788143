import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint, id } from './endpoint.ts';

const declared = { may: 'work', summary: 'For this test', replies: { 200: z.null() } } as const;

test('what a path names is an id or a short text, unless the call says otherwise', () => {
  const { params } = endpoint('GET /api/sources/:source/orders/:id/lines/:lineId', declared);
  const named = { source: 'shop', id: '7', lineId: '8' };
  expect(params?.parse(named)).toEqual({ source: 'shop', id: 7, lineId: 8 });
  for (const wrong of [{ id: 'x' }, { lineId: '0' }, { source: 'a'.repeat(101) }, { source: 'a\u0000' }])
    expect(params?.safeParse({ ...named, ...wrong }).success, JSON.stringify(wrong)).toBe(false);

  expect(endpoint('GET /api/orders', declared).params).toBeUndefined();
  const own = endpoint('GET /api/entities/:entity', { ...declared, params: z.object({ entity: id }) });
  expect(own.params?.parse({ entity: '3' })).toEqual({ entity: 3 });
});
