import { expect, test } from 'vitest';
import { addConnection } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();

test('a connection that needs new credentials is neither paused nor resumed, and whoever asks is told what to do', async () => {
  const ann = await own.person(await own.account(), 'account_admin');
  const id = await addConnection(own, ann.accountId);
  const [{ slug, name }] = (await own.sql<{ slug: string; name: string }>('select slug, name from connections where id = $1', [id])) as [
    { slug: string; name: string },
  ];
  await own.sql(`update connections set state = 'needs_reconnect' where id = $1`, [id]);
  for (const way of ['pause', 'resume']) {
    const reply = await own.as(ann, { method: 'POST', url: `/api/connectors/${slug}/${way}` });
    expect([reply.statusCode, reply.json().errorMessage]).toEqual([
      409,
      `${name} needs new credentials, and is not called until then: reconnect it first.`,
    ]);
  }
});
