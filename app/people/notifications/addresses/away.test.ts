import { afterAll, beforeEach, expect, test } from 'vitest';
import { startMailServer } from '../../../../test/mail-server.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const server = await startMailServer((line) => (line.startsWith('RCPT TO:<gone@') ? '550 5.1.1 No such user' : undefined));
afterAll(server.close);
const own = testWeb({ mailServer: server.url });
let admin: Person;

beforeEach(async () => {
  await own.sql('delete from sign_in_attempts');
  Object.assign(server, { isAway: false, mails: [], calls: 0 });
  admin = await own.person(await own.account('Northwind'), 'admin');
});

const name = async (addresses: string[]) => {
  const payload = { departments: [], people: [], addresses };
  return (await own.as(admin, { method: 'PUT', url: '/api/notifications/rules/po_received', payload })).json().message;
};

test('a mail server that is away is called once for many addresses, which can each be asked again', async () => {
  server.isAway = true;
  const many = ['ada@example.org', 'bea@example.org', 'cid@example.org'];
  expect(await name(many)).toBe(
    `A purchase order was received: saved. ${many.join(', ')} could not be mailed now. Choose “Send again” beside each in a while.`,
  );
  expect(server.calls).toBe(1);
  server.isAway = false;
  for (const address of many) {
    const again = await own.as(admin, { method: 'POST', url: '/api/notifications/addresses/resend', payload: { address } });
    expect(again.statusCode).toBe(200);
  }
});

test('what fails before the mail leaves the rules saved, and says that the address was not mailed', async () => {
  await own.sql(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no count'; end $$;
    create trigger fail before insert or update on sign_in_attempts for each row when (new.key like 'mail%') execute function fail()`);
  const said = await name(['ada@example.org']);
  await own.sql('drop function fail cascade');
  expect(said).toBe(
    'A purchase order was received: saved. ada@example.org could not be mailed now. Choose “Send again” beside it in a while.',
  );
});

test('where it refuses one address the others are asked', async () => {
  expect(await name(['gone@example.org', 'here@example.org'])).toBe(
    'A purchase order was received: saved. here@example.org has to confirm by the link in a mail first. ' +
      'gone@example.org could not be mailed now. Choose “Send again” beside it in a while.',
  );
  expect(server.mails.map(({ to }) => to)).toEqual(['here@example.org']);
});
