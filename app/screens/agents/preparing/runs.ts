import { href } from 'react-router';
import { z } from 'zod';
import { id } from '../../../../platform/endpoint.ts';
import { existing } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { followProposal } from '../../../shared/runs/proposed/queries.ts';
import { type Caller, tool } from '../tool.ts';

/** What becomes of what an agent prepared. */
export const stateOfRun = z.enum(['waits_for_a_person', 'too_late', 'running', 'done', 'failed', 'declined']);
type State = z.output<typeof stateOfRun>;

export const pageOfRun = ({ linkTo }: Pick<Caller, 'linkTo'>, runId: number, state: State): string => {
  const named = { id: String(runId) };
  return linkTo(state === 'waits_for_a_person' ? href('/activity/:id/proposed', named) : href('/activity/:id', named));
};

export const followedRun = z.object({
  run_id: z.number(),
  state: stateOfRun,
  ...{ done: z.number(), skipped: z.number(), failed: z.number(), page: z.url() },
});

/** What became of what a key prepared. @throws Refusal 404 */
export async function followed(tenant: Tenant, caller: Caller, runId: number): Promise<z.input<typeof followedRun>> {
  const found = await followProposal(tenant, caller.key.id, runId);
  const { id, state, ...counts } = existing(found, 'This key has prepared no such run, or it is deleted by now.');
  return { run_id: id, state, ...counts, page: pageOfRun(caller, id, state) };
}

export const followRunTool = tool({
  name: 'follow_run',
  title: 'Follow a prepared action',
  description: 'Says whether what this key prepared was started or declined, and what came of it.',
  scope: 'write_orders',
  input: z.strictObject({ run_id: id }),
  output: followedRun,
  run: (caller, { run_id }) => caller.reading((tenant) => followed(tenant, caller, run_id)),
});
