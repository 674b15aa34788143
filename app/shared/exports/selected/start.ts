import { createHash } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { nouns } from '../../../base/nouns.ts';
import type { BulkNoun } from '../../runs/bulk/noun.ts';
import { withIds } from '../../runs/bulk/start.ts';
import { fixTargets } from '../../runs/working/targets.ts';
import { type StartedExport, startExport } from '../start-export.ts';
import { narrowedBy } from './choices.ts';

type Selected = {
  /** The records that were ticked; else those that the filter matches. */
  ids?: number[] | undefined;
  filter: Record<string, unknown>;
  matching: RawBuilder<unknown>;
};

/**
 * Starts an export of the records that are ticked, or that a filter matches now, or joins the running one of the same: they are fixed as
 * the targets of its run. @throws Refusal 404 when none of the ticked ones exists any longer
 */
export async function startSelectedExport(
  tenant: Tenant,
  noun: Pick<BulkNoun, 'name' | 'present'>,
  { ids, filter, matching }: Selected,
): Promise<StartedExport> {
  const { one, many } = nouns[noun.name];
  const set = Object.entries<unknown>({ ...filter, ids }).filter(([, value]) => value !== undefined && value !== '');
  // What is assigned to me is another's for others.
  const key = JSON.stringify([set.sort(), filter.assigned ? tenant.userId : null]);
  return startExport(tenant, {
    kind: noun.name,
    choice: { selection: createHash('sha256').update(key).digest('base64url') },
    begin: async (runId) => {
      const total = await fixTargets(tenant, runId, ids ? withIds(tenant, noun, ids) : matching);
      if (total === 0 && ids) throw refuse(404, 'nothing_selected', `None of these ${many} exists.`);
      if (ids) return { described: { code: 'records', count: total, one: `selected ${one}`, many: `selected ${many}` } };
      return { described: narrowedBy(set.map(([field, value]) => ({ code: 'field', field, value: String(value) }))) };
    },
  });
}
