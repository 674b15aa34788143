import { expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { importing } from '../../../test/imports.ts';
import { outcomesInWords } from '../../../test/in-words.ts';
import { testWeb } from '../../../test/web.ts';

const own = testWeb();
const { check, apply, undo } = importing(own);
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('a department of a file that is in use by now, or comes into use at the moment, stays when the file is undone', async () => {
  const accountId = await own.account();
  const ann = await own.person(accountId, 'admin');
  const names = ['About to have people', 'Has people', 'Invited', 'Notified', 'Tickets', 'Unused'];
  const id = await check(ann, `name,description\n${names.map((name) => `${name},\n`).join('')}`, { entity: 5 });
  await apply(ann, id);
  const idOf = async (name: string) => {
    const [row] = await own.sql<{ id: number }>('select id::int from departments where account_id = $1 and name = $2', [accountId, name]);
    return row?.id ?? 0;
  };
  const enter = `insert into member_departments (account_id, member_id, department_id)
    select account_id, id, $2 from members where account_id = $1`;
  await own.sql(enter, [accountId, await idOf('Has people')]);
  await own.sql(
    `with invited as (
       insert into invitations (account_id, email, role, token_digest, expires_at)
       values ($1, 'ina@example.org', 'user', 'x', now() + interval '1 day') returning id
     )
     insert into invitation_departments (account_id, invitation_id, department_id) select $1, id, $2 from invited`,
    [accountId, await idOf('Invited')],
  );
  const notified = await idOf('Notified');
  await own.sql(`insert into notification_rules (account_id, kind, department_id) values ($1, 'po_received', $2)`, [accountId, notified]);
  await own.sql(
    `insert into support_tickets (account_id, subject_1, subject_2, description, user_id, requester_name, account_name, department_id)
     values ($1, 'a', 'b', 'c', $2, 'Ann', 'Acme', $3)`,
    [accountId, ann.userId, await idOf('Tickets')],
  );
  const soon = await idOf('About to have people');
  const undone = await inTenant(own.database, ann, async ({ db }) => {
    await db
      .insertInto('member_departments')
      .columns(['account_id', 'member_id', 'department_id'])
      .expression(({ selectFrom, val }) =>
        selectFrom('members')
          .where('account_id', '=', accountId)
          .select(['account_id', 'id', val(soon).as('department_id')]),
      )
      .execute();
    const end = undo(ann, id);
    await expect.poll(async () => (await own.sql(waiting)).length, { timeout: 30_000 }).toBe(1);
    return { end };
  });
  await undone.end;
  const used = names.slice(0, -1);
  const now = await own.sql<{ name: string }>('select name from departments where account_id = $1 and name = any($2) order by 1', [
    ...[accountId, names],
  ]);
  expect(now.map(({ name }) => name)).toEqual(used);
  const reasons = await own.sql(
    `select o.label, o.reason from run_outcomes o join imports i on i.run_id = o.run_id where i.id = $1 order by 1`,
    [id],
  );
  expect(outcomesInWords(reasons)).toEqual(used.map((label) => ({ label, reason: 'It is in use by now.' })));
});
