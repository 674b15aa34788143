import { sql } from 'kysely';
import { auditedText, auditedTexts, writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { existing, invalid, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unlessTaken } from '../../../../platform/unless-taken.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { recordChange } from '../../../base/changes/record.ts';
import { requireUnchanged } from '../../../base/changes/unchanged.ts';
import { cleanHtml, isBlank, textOf } from '../mail/clean-html.ts';
import { mostReplies, type SavedReply } from './contract.ts';

type Written = Pick<SavedReply, 'name' | 'body'>;

/** Those of the account, by name. */
export async function listReplies(tenant: Tenant): Promise<SavedReply[]> {
  const { rows } = await sql<SavedReply>`
    select id, name, body from saved_replies where ${inAccount(tenant)} order by lower(name) limit ${mostReplies}`.execute(tenant.db);
  return rows;
}

/** @throws Refusal 409; Invalid */
export async function createReply(tenant: Tenant, { name, body }: Written): Promise<number> {
  const clean = cleaned(body);
  // Serialises those who save at once.
  await sql`select from accounts where id = ${tenant.accountId} for no key update`.execute(tenant.db);
  const added = sql<Columns<'saved_replies', 'id'>>`
      insert into saved_replies (account_id, name, body)
      with before as materialized (select count(*) as replies from saved_replies where ${inAccount(tenant)})
      select ${tenant.accountId}, ${name}, ${clean} from before where replies < ${mostReplies} returning id`.execute(tenant.db);
  const { rows } = await unlessTaken('saved_replies_by_name', added, taken(name));
  if (!rows[0]) throw refuse(409, 'too_many', `An account can have ${mostReplies} saved replies. Delete some first.`);
  const { id } = rows[0];
  await writeAudit(tenant, { verb: 'created', noun: 'saved reply', record: { id, name }, to: { text: auditedText(textOf(clean)) } });
  return id;
}

type Edit = Written & { was?: Written | undefined };

/** Changes a reply; refused where it is not what it `was`. @throws Refusal 404, 409; Invalid */
export async function changeReply(tenant: Tenant, id: number, { name, body, was }: Edit): Promise<void> {
  const from = await lockReply(tenant, id);
  const clean = cleaned(body);
  await requireUnchanged(
    tenant,
    { noun: savedReplies, recordId: id },
    { was, now: from, to: { name, body: clean } },
    ({ who, on }) => `${who} changed “${was?.name}”${on}.`,
  );
  const changed = sql`update saved_replies set name = ${name}, body = ${clean} where ${inAccount(tenant)} and id = ${id}`.execute(
    tenant.db,
  );
  await unlessTaken('saved_replies_by_name', changed, taken(name));
  const [[before, after], [textBefore, textAfter]] = [auditedTexts(from.body, clean), auditedTexts(textOf(from.body), textOf(clean))];
  await recordChange(tenant, savedReplies, {
    record: { id, name },
    was: { name: from.name, body: before, text: textBefore },
    is: { name, body: after, text: textAfter },
  });
}

/** The ledger has of the HTML, and of its text, what the audit has of a long text; the audit of its text alone. */
const savedReplies: ChangeNoun = { name: 'saved reply', unaudited: ['body'] };

/** @throws Refusal 404 */
export async function deleteReply(tenant: Tenant, id: number): Promise<void> {
  const { name, body } = await lockReply(tenant, id);
  await sql`delete from saved_replies where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await writeAudit(tenant, { verb: 'deleted', noun: 'saved reply', record: { id, name }, from: { text: auditedText(textOf(body)) } });
}

async function lockReply(tenant: Tenant, id: number): Promise<Written> {
  const { rows } = await sql<Written>`
    select name, body from saved_replies where ${inAccount(tenant)} and id = ${id} for update`.execute(tenant.db);
  return existing(rows[0], 'This saved reply no longer exists.');
}

function cleaned(html: string): string {
  const clean = cleanHtml(html);
  if (isBlank(clean)) throw invalid({ body: ['Write the reply first.'] });
  return clean;
}

const taken = (name: string) => () => invalid({ name: [`There is a saved reply “${name}” already.`] });
