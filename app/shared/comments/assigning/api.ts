import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import type { NounName } from '../../../base/nouns.ts';
import type { BulkNoun } from '../../runs/bulk/noun.ts';
import { selectionOf, startBulk } from '../../runs/bulk/start.ts';
import type { RecordType } from '../record.ts';
import { type DiscussedNoun, nounOf } from '../records.ts';
import { assignManyCall, previewAssignCall } from './contract.ts';
import { nameOfAssignee } from './people.ts';
import { previewAssign } from './preview.ts';

/** What people assign, one by one and many at once. */
export type AssignedNouns = Readonly<Record<NounName, { discussed: DiscussedNoun | null; bulk: BulkNoun | null }>>;

/** Says who looks after many records of a noun: first what that would do, then as a run. */
export function assigningApi(nouns: AssignedNouns, app: FastifyInstance): void {
  route(app, previewAssignCall, async ({ reading, params: { type }, body: { ids, runId, assignee } }) => {
    const { name, bulk, discussed } = assigned(nouns, type);
    const selection = selectionOf(bulk, 'ids', ids, runId);
    return reading((tenant) => previewAssign(tenant, { noun: name, discussed, selection, assignee }));
  });
  route(app, assignManyCall, async ({ inTenant, params: { type }, body: { ids, runId, assignee } }) => {
    const { bulk } = assigned(nouns, type);
    const selection = selectionOf(bulk, 'ids', ids, runId);
    return inTenant(async (tenant) => {
      const to = await nameOfAssignee(tenant, assignee);
      return startBulk(tenant, bulk, 'assign', selection, { assignee }, { assignee: to });
    });
  });
}

function assigned(nouns: AssignedNouns, type: RecordType) {
  const name = nounOf({ type });
  const { bulk, discussed } = nouns[name];
  if (!bulk?.verbs.assign || !discussed) throw new Error(`${name} are not assigned.`);
  return { name, bulk, discussed };
}
