import { z } from 'zod';
import { id } from '../../../../platform/endpoint.ts';
import { allNouns } from '../../../entities/all.ts';
import { requireStillMay } from '../../../people/keys/serving/still-may.ts';
import { reasonsToWait, startAlone } from '../../../shared/runs/proposed/alone.ts';
import { tool } from '../tool.ts';
import { followed, followedRun } from './runs.ts';

const scope = 'write_orders';

export const startRunTool = tool({
  name: 'start_run',
  title: 'Start a prepared action',
  description:
    'Starts what prepare_orders_action prepared, where the account lets agents change so many records today and no goods can leave by it. Otherwise nothing is done, and it says why: give people the link, and see follow_run later.',
  scope,
  ...{ changes: true, acts: true },
  input: z.strictObject({ run_id: id }),
  output: followedRun.extend({
    waits_because: z.enum(reasonsToWait).nullable().meta({ description: 'Why a person has to start it on its page' }),
  }),
  run: (caller, { run_id }) =>
    caller.inTenant(async (tenant) => {
      await followed(tenant, caller, run_id);
      await requireStillMay(tenant, caller.key.id, scope);
      const starter = { keyId: caller.key.id, role: caller.role, timezone: caller.timezone };
      const waits_because = await startAlone(tenant, allNouns, starter, run_id);
      return { ...(await followed(tenant, caller, run_id)), waits_because };
    }),
});
