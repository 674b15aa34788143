import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type NounName, whoMayChange } from '../../base/nouns.ts';
import { requireMay } from '../../people/accounts/people/require-may.ts';
import type { BulkNoun } from './bulk/noun.ts';
import { type Undone, undoBulk } from './bulk/undo.ts';
import { undoBulkCall } from './contract.ts';

/** How a noun takes one of its runs back that is no bulk run, by the group of changes that it made. @throws Refusal 404, 409 */
export type UndoRun = (tenant: Tenant, group: number) => Promise<Undone>;
/** What of a noun can be taken back: its bulk runs, and what was done to single records by the name of the action. */
type UndoableNoun = { name: NounName; bulk: BulkNoun | null; undo: Readonly<Record<string, UndoRun>> };

/** Takes a run back, as its noun says. */
export const undoRunsApi =
  (nouns: Readonly<Record<NounName, UndoableNoun>>) =>
  (app: FastifyInstance): void => {
    route(app, undoBulkCall, ({ inTenant, session, params: { id } }) =>
      inTenant(async (tenant) => {
        const { entity, action, change_group_id: group } = (await runWith(tenant, id)) ?? {};
        // A run may be of no noun, or not be there.
        const noun: UndoableNoun | undefined = nouns[entity as NounName];
        if (noun) requireMay(session, whoMayChange(noun.name));
        const undo = noun?.undo[action ?? ''];
        if (undo) return undo(tenant, group ?? 0);
        if (!noun?.bulk) throw refuse(409, 'not_undoable', 'This run cannot be taken back.');
        return undoBulk(tenant, noun.bulk, id);
      }),
    );
  };

const runWith = (tenant: Tenant, runId: number) =>
  tenant.db
    .selectFrom('runs')
    .select(['entity', 'action', 'change_group_id'])
    .where(inAccount(tenant))
    .where('id', '=', runId)
    .executeTakeFirst();
