import { sql } from 'kysely';
import { notify } from '../../../platform/events.ts';
import { parse } from '../../../platform/http/parse.ts';
import { existing, invalid, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { SignedIn } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { unlessTaken } from '../../../platform/unless-taken.ts';
import type { ChangeNoun } from '../../base/changes/noun.ts';
import { recordChange } from '../../base/changes/record.ts';
import { type By, lastChangedBy } from '../../base/changes/since.ts';
import type { NounName } from '../../base/nouns.ts';
import type { OpeningChange, View } from './contract.ts';
import { type ViewContent, type ViewedNouns, viewOf } from './lists.ts';
import { findView } from './queries.ts';
import { differs } from './view.ts';

const views: ChangeNoun = { name: 'view' };

/** The most views per person: few enough for a menu. */
const mostViews = 100;

type Who = Pick<SignedIn, 'userId' | 'role'>;
type NewView = ViewContent & Pick<View, 'entity' | 'name' | 'shared' | 'opens'>;

/** Saves a view. @throws Invalid for a taken name or an invalid query; Refusal 409 when there are too many */
export async function saveView(
  tenant: Tenant,
  nouns: ViewedNouns,
  who: Who,
  { entity, name, shared, opens, ...content }: NewView,
): Promise<View> {
  const { query, columns } = parse(viewOf(nouns, entity), 'body', content);
  const { earlier } = await tenant.db
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number>().as('earlier'))
    .where(inAccount(tenant))
    .where('entity', '=', entity)
    .where('owner_id', '=', who.userId)
    .executeTakeFirstOrThrow();
  if (earlier >= mostViews)
    throw refuse(409, 'too_many', `You have ${mostViews} views of this list. Delete one that you no longer use first.`);
  const row = { account_id: tenant.accountId, entity, owner_id: who.userId, name, query: JSON.stringify(query), columns, shared };
  const added = tenant.db.insertInto('saved_views').values(row).returning('id').executeTakeFirstOrThrow();
  const { id } = await unlessTaken('saved_views_by_name', added, taken(name));
  if (opens) await openListWith(tenant, nouns, who, entity, { view: id });
  const view = await requireView(tenant, who, id);
  await recordShared(tenant, 'created', undefined, view);
  return view;
}

export type ViewChange = Partial<ViewContent & Pick<View, 'name' | 'shared'> & { was: ViewContent }>;

/**
 * Changes the given fields of a view. Returns its name. @throws Refusal 404 or 403, 409 where it is not as it `was`; Invalid as saveView
 */
export async function changeView(
  tenant: Tenant,
  nouns: ViewedNouns,
  who: Who,
  id: number,
  { name, shared, was, ...content }: ViewChange,
): Promise<string> {
  const before = await changeable(tenant, who, id);
  if (was && differs(before, was))
    throw refuse(409, 'changed_meanwhile', changedMeanwhile(before.name, await lastChangedBy(tenant, { noun: views.name, recordId: id })));
  const { query, columns } =
    'query' in content || 'columns' in content ? parse(viewOf(nouns, before.entity), 'body', { ...before, ...content }) : before;
  const after = { ...before, name: name ?? before.name, shared: shared ?? before.shared, query, columns };
  const changed = tenant.db
    .updateTable('saved_views')
    .set({ name: after.name, shared: after.shared, query: JSON.stringify(query), columns, updated_at: sql`now()` })
    .where(inAccount(tenant))
    .where('id', '=', id)
    .execute();
  await unlessTaken('saved_views_by_name', changed, taken(after.name, before));
  await recordShared(tenant, 'changed', before, after);
  return after.name;
}

/** Deletes a view. Returns its name. Whoever opened the list with it sees everything again. */
export async function deleteView(tenant: Tenant, who: Who, id: number): Promise<string> {
  const before = await changeable(tenant, who, id);
  await tenant.db.deleteFrom('saved_views').where(inAccount(tenant)).where('id', '=', id).execute();
  await recordShared(tenant, 'deleted', before, undefined);
  return before.name;
}

/** Sets what a list opens with for this person; fields that are not given stay. @throws Refusal 404 for a view that they may not use */
export async function openListWith(
  tenant: Tenant,
  nouns: ViewedNouns,
  who: Who,
  entity: NounName,
  { view, columns }: OpeningChange,
): Promise<void> {
  if (view && (await requireView(tenant, who, view)).entity !== entity) throw missing();
  const keys = columns ? parse(viewOf(nouns, entity), 'body', { query: {}, columns }).columns : columns;
  await tenant.db
    .insertInto('list_openings')
    .values({ account_id: tenant.accountId, user_id: who.userId, entity, view_id: view ?? null, columns: keys ?? null })
    .onConflict((same) =>
      same.columns(['account_id', 'user_id', 'entity']).doUpdateSet(({ ref }) => ({
        view_id: view === undefined ? ref('list_openings.view_id') : ref('excluded.view_id'),
        columns: columns === undefined ? ref('list_openings.columns') : ref('excluded.columns'),
      })),
    )
    .execute();
}

/** Locked, so that two changes at once see each other. */
async function changeable(tenant: Tenant, who: Who, id: number): Promise<View> {
  await tenant.db.selectFrom('saved_views').select('id').where(inAccount(tenant)).where('id', '=', id).forUpdate().execute();
  const view = await requireView(tenant, who, id);
  if (!view.changeable)
    throw refuse(403, 'not_allowed', `Only ${view.owner ?? 'its maker'}, an account admin or a super admin may change this view.`);
  return view;
}

async function requireView(tenant: Tenant, who: Who, id: number): Promise<View> {
  return existing(await findView(tenant, who, id), missing);
}

/** Shared views concern the account; a private one is its owner's alone, so that nothing is recorded of it. */
async function recordShared(
  tenant: Tenant,
  verb: 'created' | 'changed' | 'deleted',
  before: Recorded | undefined,
  after: Recorded | undefined,
): Promise<void> {
  notify(tenant, 'views');
  const record = after ?? before;
  if (!record || !(before?.shared || after?.shared)) return;
  await recordChange(tenant, views, { record, was: before ? contentOf(before) : null, is: after ? contentOf(after) : null }, { verb });
}

type Recorded = Pick<View, 'id' | 'name' | 'shared' | 'columns'> & { query: unknown };

const contentOf = ({ name, shared, query, columns }: Recorded) => ({ name, shared, query, columns });

const changedMeanwhile = (name: string, by: By | undefined) =>
  `${by ? `${by.who} changed “${name}”${by.on}` : `“${name}” has been changed since`}. Reset shows it as it is now, and + saves what you see as another view.`;
const missing = () => refuse(404, 'not_found', 'This view no longer exists.');
/** Names are taken once a person: an admin who renames somebody else's view may not see the other one. */
const taken =
  (name: string, { mine }: Pick<View, 'mine'> = { mine: true }) =>
  () =>
    invalid({ name: [`${mine ? 'You have' : 'Its maker has'} a view named “${name}” already.`] });
