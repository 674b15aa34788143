import { sql } from 'kysely';
import { auditedText, auditedTexts, writeAudit } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { existing, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { unlessRepeated } from '../../../platform/repeated.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { nouns } from '../../base/nouns.ts';
import { publish } from '../../people/notifications/publish.ts';
import { excerptOf } from '../../ui/words/excerpt.ts';
import { requireRoomForText } from '../files/quota.ts';
import { recordAction } from '../runs/commands.ts';
import { nameOfAssignee } from './assigning/people.ts';
import { reassign } from './assigning/reassign.ts';
import { listPeople } from './queries.ts';
import { type Commented, discussionTopic, mentioned, type RecordType } from './record.ts';
import { type DiscussedNouns, type FoundRecord, findRecord, lockRecord, nounOf, requireRecord } from './records.ts';

/**
 * Adds a comment and returns its id; who is mentioned is told. The same text within a minute is one comment, while nobody has written
 * since. @throws Refusal 404, 413
 */
export async function createComment(tenant: Tenant, nouns: DiscussedNouns, record: Commented, body: string): Promise<number> {
  const found = await requireRecord(tenant, nouns, record);
  const request = { name: `comment on ${record.type} ${record.id}`, body, isAsLeft: (id: number) => isNewest(tenant, record, id, body) };
  return unlessRepeated(tenant, request, () => addComment(tenant, found, record, body));
}

async function addComment(tenant: Tenant, found: FoundRecord, record: Commented, body: string): Promise<number> {
  await requireRoomForText(tenant, body);
  const { rows } = await sql<Columns<'comments', 'id'>>`
    insert into comments (account_id, record_type, record_id, user_id, body)
    values (${tenant.accountId}, ${record.type}, ${record.id}, ${tenant.userId}, ${body}) returning id`.execute(tenant.db);
  const id = rows[0]?.id ?? 0;
  await mention(tenant, found, id, body);
  await writeAudit(tenant, { verb: 'commented on', noun: found.noun, record: found, to: { comment: auditedText(body) } });
  notify(tenant, discussionTopic(record));
  return id;
}

async function isNewest(tenant: Tenant, { type, id: recordId }: Commented, id: number, body: string): Promise<boolean> {
  const { rows } = await sql<Columns<'comments', 'id' | 'body'>>`
    select id, body from comments where ${inAccount(tenant)} and record_type = ${type} and record_id = ${recordId}
    order by id desc limit 1`.execute(tenant.db);
  return rows[0]?.id === id && rows[0].body === body;
}

type ChangedComment = { body: string; was?: string | undefined };

/** Changes a comment of one's own, if it still is what it `was`; who is mentioned anew is told. @throws Refusal 403, 404, 409, 413 */
export async function changeComment(tenant: Tenant, nouns: DiscussedNouns, id: number, { body, was }: ChangedComment): Promise<void> {
  const { comment, record } = await lockOwnComment(tenant, id);
  if (was !== undefined && was !== comment.body) throw refuse(409, 'changed_meanwhile', changedMeanwhile);
  const found = await requireRecord(tenant, nouns, record);
  if (body.length > comment.body.length) await requireRoomForText(tenant, body);
  await sql`
    update comments set body = ${body}, edited_at = now() where ${inAccount(tenant)} and id = ${id} and body <> ${body}`.execute(tenant.db);
  await mention(tenant, found, id, body, { before: true });
  const [from, to] = auditedTexts(comment.body, body);
  await writeAudit(tenant, {
    verb: 'changed',
    noun: `comment on ${found.noun}`,
    record: { id, name: found.name },
    from: { body: from },
    to: { body: to },
  });
  notify(tenant, discussionTopic(record));
}

/** Deletes a comment of one's own, also where its record is gone. @throws Refusal 403, 404 */
export async function deleteComment(tenant: Tenant, all: DiscussedNouns, id: number): Promise<void> {
  const { comment, record } = await lockOwnComment(tenant, id);
  const found = await findRecord(tenant, all, record);
  await sql`delete from comments where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await writeAudit(tenant, {
    verb: 'deleted',
    noun: `comment on ${nouns[nounOf(record)].one}`,
    record: { id, name: found?.name ?? '' },
    from: { body: auditedText(comment.body) },
  });
  notify(tenant, discussionTopic(record));
}

const changedMeanwhile = 'You changed this comment in another tab. Copy what you wrote, then Cancel shows it as it is now.';

type Own = Columns<'comments', 'body' | 'user_id' | 'record_id'> & { record_type: RecordType };

async function lockOwnComment(tenant: Tenant, id: number): Promise<{ comment: { body: string }; record: Commented }> {
  const { rows } = await sql<Own>`
    select body, user_id, record_type, record_id from comments where ${inAccount(tenant)} and id = ${id} for update`.execute(tenant.db);
  const own = existing(rows[0], 'This comment no longer exists.');
  if (own.user_id !== tenant.userId) throw refuse(403, 'not_yours', 'Only the person who wrote a comment can edit or delete it.');
  return { comment: { body: own.body }, record: { type: own.record_type, id: own.record_id } };
}

/** Records whom a comment mentions, and tells those whom it did not mention `before`; nobody is told of their own. */
async function mention(
  tenant: Tenant,
  { noun, name, path }: FoundRecord,
  id: number,
  body: string,
  { before = false } = {},
): Promise<void> {
  const people = body.includes('@') ? await listPeople(tenant) : [];
  const ids = mentioned(body, people).map((person) => person.id);
  if (before)
    await sql`
      delete from comment_mentions where ${inAccount(tenant)} and comment_id = ${id} and user_id <> all(${ids}::bigint[])`.execute(
      tenant.db,
    );
  if (ids.length === 0) return;
  const { rows } = await sql<Columns<'comment_mentions', 'user_id'>>`
    insert into comment_mentions (account_id, comment_id, user_id) select ${tenant.accountId}, ${id}, unnest(${ids}::bigint[])
    on conflict do nothing returning user_id`.execute(tenant.db);
  const anew = rows.map(({ user_id }) => user_id).filter((userId) => userId !== tenant.userId);
  if (anew.length === 0) return;
  const sentence = { code: 'mentioned', by: nameOf(tenant, people), noun, name, excerpt: excerptOf(body) } as const;
  await publish(tenant, { kind: 'mentioned', sentence, path, people: anew });
}

/** Who acts; null for a super admin, who is not of the account. */
const nameOf = ({ userId }: Tenant, people: readonly { id: number; name: string }[]) =>
  people.find(({ id }) => id === userId)?.name ?? null;

/** `runId`: what Activity has of it, by which it can be undone; null where it was so. */
type Assigned = { name: string | null; runId: number | null };

/** Says who looks after a record; null for nobody. Returns their name. @throws Refusal 404; Invalid for who is not of the account */
export async function assign(tenant: Tenant, all: DiscussedNouns, record: Commented, assignee: number | null): Promise<Assigned> {
  const { id, name } = await lockRecord(tenant, all, record);
  const to = await nameOfAssignee(tenant, assignee);
  const entity = nounOf(record);
  const { group } = await reassign(tenant, entity, [{ id, name }], { assignee });
  if (group === null) return { name: to, runId: null };
  const runId = await recordAction(tenant, {
    ...{ subject: { code: 'one', name, action: 'assign' }, entity, action: 'assign', undoable: true, changeGroup: group },
    record: { type: record.type, id, label: name },
  });
  return { name: to, runId };
}
