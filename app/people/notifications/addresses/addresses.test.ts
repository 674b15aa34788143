import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { recipients } from '../recipients.ts';
import { openLink } from './confirmation-mail.ts';
import { waitingAddresses } from './mail-addresses.ts';

const own = testWeb({ demo: true });
let admin: Person;
let user: Person;

beforeEach(async () => {
  await own.sql('delete from sign_in_attempts');
  const accountId = await own.account('Northwind');
  [admin, user] = [await own.person(accountId, 'admin'), await own.person(accountId)];
});

const address = 'dock@example.org';
const name = (addresses: string[]) =>
  own.as(admin, { method: 'PUT', url: '/api/notifications/rules/po_received', payload: { departments: [], people: [], addresses } });
const resend = () => own.as(admin, { method: 'POST', url: '/api/notifications/addresses/resend', payload: { address } });
const confirm = (token: string) => own.as(null, { method: 'POST', url: '/api/auth/mail-address', payload: { token } });
const states = () =>
  own.sql<{ address: string; confirmed: boolean }>(
    'select address, confirmed_at is not null as confirmed from mail_addresses where account_id = $1',
    [admin.accountId],
  );
async function mailed(whom = address): Promise<string[]> {
  const { mails } = (await own.as(null, { url: '/api/outbox' })).json() as { mails: { to: string; text: string }[] };
  return mails.filter(({ to }) => to === whom).map(({ text }) => decodeURIComponent(/confirm-address\?token=(\S+)/.exec(text)?.[1] ?? ''));
}

test('an address that is not a member’s waits until it confirms by the link in a mail', async () => {
  const before = (await mailed()).length;
  expect((await name([address, user.email])).json().message).toBe(
    `A purchase order was received: saved. ${address} has to confirm by the link in a mail first.`,
  );
  expect(await states()).toEqual([{ address, confirmed: false }]);
  const mails = await mailed();
  expect(mails).toHaveLength(before + 1);
  const [token = ''] = mails;
  expect((await own.as(null, { url: `/api/auth/mail-address?token=${encodeURIComponent(token)}` })).json()).toEqual({
    account: 'Northwind',
    address,
  });
  expect(await states()).toEqual([{ address, confirmed: false }]);
  expect((await confirm(token)).json()).toEqual({ message: `${address} is confirmed: Northwind can mail it from now on.` });
  expect(await states()).toEqual([{ address, confirmed: true }]);
});

test('who named an address that could not be mailed reads so, and not that it has a mail', async () => {
  await name([address]);
  await name([]);
  expect((await name([address])).json().message).toBe(
    `A purchase order was received: saved. ${address} could not be mailed now. Choose “Send again” beside it in a while.`,
  );
});

test('a mail that no server took counts towards no limit', async () => {
  await own.sql(`create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$;
    create trigger refuse_mail before insert on outbox_mails for each row execute function refuse_mail()`);
  expect((await name([address, 'gate@example.org', user.email])).json().message).toBe(
    `A purchase order was received: saved. ${address}, gate@example.org could not be mailed now. Choose “Send again” beside each in a while.`,
  );
  expect((await resend()).statusCode).toBe(502);
  await own.sql('drop function refuse_mail cascade');
  expect((await resend()).json()).toEqual({ message: `${address} was mailed again.` });
});

test('a link that is forged, older than a week, or of an address that nothing names any longer confirms nothing', async () => {
  await name([address]);
  const [token = ''] = await mailed();
  const { seal } = own.web.parts.engine;
  expect(openLink(seal, token)).toEqual({ accountId: admin.accountId, address });
  expect(openLink(seal, token, Date.now() + 8 * 24 * 60 * 60 * 1000)).toBeNull();
  expect((await confirm(token.slice(0, -4))).statusCode).toBe(404);
  await name([]);
  expect((await confirm(token)).statusCode).toBe(404);
  expect(await states()).toEqual([]);
});

test('who was confirmed, taken out and named again is asked again', async () => {
  await name([address]);
  await confirm((await mailed())[0] ?? '');
  await name([]);
  await name([address]);
  expect(await states()).toEqual([{ address, confirmed: false }]);
});

test('an address is asked once in five minutes and five times a day; one that does not wait is not asked', async () => {
  expect((await resend()).statusCode).toBe(404);
  await name([address]);
  expect((await resend()).statusCode).toBe(429);
  for (let asked = 1; asked < 5; asked++) {
    await own.sql(`update sign_in_attempts set until = now() where until < now() + interval '1 hour'`);
    expect((await resend()).json()).toEqual({ message: `${address} was mailed again.` });
  }
  await own.sql(`update sign_in_attempts set until = now() where until < now() + interval '1 hour'`);
  expect((await resend()).json().errorMessage).toBe(`${address} was mailed before. Send it again in 24 hours.`);
});

test('the address of a member who has left waits for its confirmation, until somebody has it asked', async () => {
  const gone = await own.person(admin.accountId);
  const waits = async () => (await inTenant(own.database, admin, waitingAddresses)).join();
  const mailedAbout = async () =>
    inTenant(own.database, admin, async (tenant) => {
      const { rows } = await sql<{ address: string | null }>`
        select address from (${recipients(tenant, { kind: 'po_received', department: null })}) r`.execute(tenant.db);
      return rows.flatMap(({ address: named }) => named ?? []);
    });
  await name([gone.email]);
  expect(await waits()).toBe('');
  await own.sql('delete from members where user_id = $1', [gone.userId]);
  expect([await waits(), await mailedAbout()]).toEqual([gone.email, []]);
  const asking = { method: 'POST', url: '/api/notifications/addresses/resend', payload: { address: gone.email } } as const;
  expect((await own.as(admin, asking)).json()).toEqual({ message: `${gone.email} was mailed again.` });
  const [token = ''] = await mailed(gone.email);
  expect((await confirm(token)).statusCode).toBe(200);
  expect([await waits(), await mailedAbout()]).toEqual(['', [gone.email]]);
});

test('who unsubscribed, is named again and confirms anew is mailed again', async () => {
  await name([address]);
  const confirmOnce = async () => confirm((await mailed())[0] ?? '');
  await confirmOnce();
  await own.sql(`insert into notification_mutes (account_id, kind, address) values ($1, 'po_received', $2)`, [admin.accountId, address]);
  await confirmOnce();
  const muted = () => own.sql('select kind from notification_mutes where account_id = $1', [admin.accountId]);
  expect(await muted()).toHaveLength(1);
  await name([]);
  await name([address]);
  await own.sql('delete from sign_in_attempts');
  await resend();
  await confirmOnce();
  expect(await muted()).toEqual([]);
});
