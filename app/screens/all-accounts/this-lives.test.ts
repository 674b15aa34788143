import { afterEach, beforeAll, expect, test } from 'vitest';
import type { page } from '../../../platform/http/page.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import type { Pages } from '../shell/pages.ts';
import { loader } from './list-page.tsx';

const pages: Pages = async (request, context) => {
  const url = new URL(request.url);
  const args = { request, url, params: {}, context, pattern: url.pathname };
  return Response.json(await (loader as unknown as ReturnType<typeof page<'portal', object>>)(args as never));
};
const own = testWeb({ pages });
const path = '/settings/super/installation/this-lives';
const reason = { code: 'used_elsewhere', address: 'https://crossdock.example.com' };
let sam: Person;
let ann: Person;

beforeAll(async () => {
  sam = await own.person(await own.account('Portal'), 'super');
  ann = await own.person(await own.account('Acme'), 'account_admin');
});
afterEach(() => own.sql('update installation set stopped = null, reason = null'));

const stop = (as: string) => own.sql(`update installation set stopped = $1, reason = $2, stopped_at = now()`, [as, reason]);
const stopped = async () => (await own.sql('select stopped from installation'))[0]?.stopped;
const decide = (person: Person) => own.as(person, { method: 'POST', url: path, payload: {} });
const shown = async () => (await own.as(sam, { url: '/settings/super/accounts', headers: { accept: 'text/html' } })).json().copy;

test('a super admin sees why this is taken for a copy, says that it lives, and it is compared like a restored database', async () => {
  await stop('copy');
  expect(await shown()).toMatchObject({ reason: 'Its data were used at https://crossdock.example.com before.' });
  const reply = await decide(sam);
  expect([reply.statusCode, await stopped()]).toEqual([200, 'restored']);
  expect(reply.json().message).toMatch(/^Every account is compared now/);
  expect(await shown()).toBeNull();
  expect(
    await own.sql(`select verb, noun, user_id::int from audit_entries where account_id = $1 and noun = 'installation'`, [sam.accountId]),
  ).toEqual([{ verb: 'decided about', noun: 'installation', user_id: sam.userId }]);
});

test('nobody else may say it', async () => {
  await stop('copy');
  expect([(await decide(ann)).statusCode, await stopped()]).toEqual([403, 'copy']);
});

test.each([null, 'restored'])('where none waits for it (stopped: %s), nothing changes', async (as) => {
  if (as) await stop(as);
  expect([(await decide(sam)).json(), await stopped()]).toEqual([
    { code: 'nothing_to_decide', errorMessage: 'There is nothing left to decide: this installation is not waiting as a copy.' },
    as,
  ]);
});
