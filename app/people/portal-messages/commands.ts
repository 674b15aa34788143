import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { notifyEveryone } from '../../../platform/events.ts';
import { existing, invalid, refuse } from '../../../platform/http/refusal.ts';
import { unlessRepeated } from '../../../platform/repeated.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { ChangeNoun } from '../../base/changes/noun.ts';
import { recordChange } from '../../base/changes/record.ts';
import { requireUnchanged } from '../../base/changes/unchanged.ts';
import type { PortalMessage, PortalMessageBody } from './contract.ts';
import { formatted } from './queries.ts';
import { readTypedDate } from './typed-date.ts';

const messages: ChangeNoun = { name: 'portal message' };

type Row = Columns<'portal_messages', 'id' | 'body' | 'start_date' | 'end_date'> & Pick<PortalMessage, 'level'>;

/** Writes a message to everyone; it goes live by itself. The very same within a minute is one, while it is as it was. @throws Invalid */
export function createPortalMessage(tenant: Tenant, typed: PortalMessageBody, timezone: string): Promise<PortalMessage> {
  const parsed = parseBody(typed, timezone);
  if (parsed.to.getTime() <= Date.now()) throw invalid({ end_date: ['This end has passed: nobody would see the message.'] });
  const isAsLeft = ({ id }: PortalMessage) => isStill(tenant, id, parsed);
  return unlessRepeated(tenant, { name: 'write portal message', body: parsed, isAsLeft }, () => addMessage(tenant, parsed, timezone));
}

async function isStill({ db }: Tenant, id: number, { body, level, from, to }: Parsed): Promise<boolean> {
  const { rows } = await sql`
    select from portal_messages where id = ${id} and body = ${body} and level = ${level} and start_date = ${from}
      and end_date = ${to}`.execute(db);
  return rows.length > 0;
}

async function addMessage(tenant: Tenant, { body, level, from, to }: Parsed, timezone: string): Promise<PortalMessage> {
  const { rows } = await sql<Row>`
    insert into portal_messages (body, level, start_date, end_date, created_by) values (${body}, ${level}, ${from}, ${to}, ${tenant.userId})
    returning id, body, level, start_date, end_date`.execute(tenant.db);
  const saved = formatted(rows[0] as Row, timezone);
  await recordChange(tenant, messages, { record: named(saved), was: null, is: { body, level, from, to } });
  notifyEveryone(tenant, 'portal_messages');
  return saved;
}

type Changing = PortalMessageBody & { was?: Record<'body' | 'level' | 'start_date' | 'end_date', string> | undefined };

/** Changes a message. Whoever has dismissed it does not see it again. @throws Refusal 404, 409 where it is not what it `was`; Invalid */
export async function changePortalMessage(
  tenant: Tenant,
  id: number,
  { was, ...typed }: Changing,
  timezone: string,
): Promise<PortalMessage> {
  const before = await lockMessage(tenant, id);
  const { startDateFormatted: start_date, endDateFormatted: end_date } = formatted(before, timezone);
  const now = { body: before.body, level: before.level as string, start_date, end_date };
  const saw = { was, now, to: typed };
  await requireUnchanged(
    tenant,
    { noun: messages, recordId: id },
    saw,
    ({ who, on }) => `${who} changed this message${on}: ${inWords(now)}.`,
  );
  const { body, level, from, to } = parseBody(typed, timezone);
  const { rows } = await sql<Row>`
    update portal_messages set body = ${body}, level = ${level}, start_date = ${from}, end_date = ${to} where id = ${id}
    returning id, body, level, start_date, end_date`.execute(tenant.db);
  const saved = formatted(rows[0] as Row, timezone);
  await recordChange(tenant, messages, { record: named(saved), was: valuesOf(before), is: valuesOf(saved) });
  notifyEveryone(tenant, 'portal_messages');
  return saved;
}

/** Deletes a message: nobody sees it any longer. @throws Refusal 404 */
export async function deletePortalMessage(tenant: Tenant, id: number): Promise<void> {
  const before = await lockMessage(tenant, id);
  await sql`delete from portal_messages where id = ${id}`.execute(tenant.db);
  await recordChange(tenant, messages, { record: named(before), was: valuesOf(before), is: null });
  notifyEveryone(tenant, 'portal_messages');
}

/** Dismisses a message for this person; twice is once. @throws Refusal 404 */
export async function dismissPortalMessage(tenant: Tenant, id: number): Promise<void> {
  const { rows } = await sql`select from portal_messages where id = ${id}`.execute(tenant.db);
  if (rows.length === 0) throw gone();
  await sql`
    insert into portal_message_dismissals (user_id, message_id) values (${tenant.userId}, ${id}) on conflict do nothing`.execute(tenant.db);
}

async function lockMessage(tenant: Tenant, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select id, body, level, start_date, end_date from portal_messages where id = ${id} for update`.execute(tenant.db);
  return existing(rows[0], gone);
}

const inWords = ({ body, level, start_date, end_date }: Record<string, string>) => `“${body}”, ${level}, from ${start_date} to ${end_date}`;
const gone = () => refuse(404, 'not_found', 'This message no longer exists.');
const named = ({ id, body }: Pick<Row, 'id' | 'body'>) => ({ id, name: body.slice(0, 80) });
const valuesOf = ({ body, level, start_date, end_date }: Pick<PortalMessage, 'body' | 'level' | 'start_date' | 'end_date'>) => ({
  ...{ body, level, from: start_date, to: end_date },
});

type Parsed = ReturnType<typeof parseBody>;

const fieldsEmpty = 'Message, level, start date and end date fields cannot be empty';

/** @throws Invalid for what is missing, is no time, or ends before it starts */
function parseBody({ body, level, start_date, end_date }: PortalMessageBody, timezone: string) {
  const missing = Object.entries({ body, level, start_date, end_date }).flatMap(([field, value]) => (value === '' ? [field] : []));
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((field) => [field, [fieldsEmpty]])));
  const [from, to] = [readTypedDate(start_date, timezone), readTypedDate(end_date, timezone)];
  if (!from || !to) {
    const sentence = 'Write the date as MM/DD/YYYY HH:mm.';
    throw invalid({ ...(!from && { start_date: [sentence] }), ...(!to && { end_date: [sentence] }) });
  }
  if (from >= to) throw invalid({ end_date: ['The end must be after the start.'] });
  return { body, level: level as PortalMessage['level'], from, to };
}
