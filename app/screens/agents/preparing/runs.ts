import { href } from 'react-router';
import { z } from 'zod';
import { id } from '../../../../platform/endpoint.ts';
import { existing } from '../../../../platform/http/refusal.ts';
import { followProposal } from '../../../shared/runs/proposed/queries.ts';
import { type Caller, tool } from '../tool.ts';

/** What becomes of what an agent prepared. */
export const stateOfRun = z.enum(['waits_for_a_person', 'too_late', 'running', 'done', 'failed', 'declined']);
type State = z.output<typeof stateOfRun>;

export const pageOfRun = ({ linkTo }: Pick<Caller, 'linkTo'>, runId: number, state: State): string => {
  const named = { id: String(runId) };
  return linkTo(state === 'waits_for_a_person' ? href('/activity/:id/proposed', named) : href('/activity/:id', named));
};

export const followRunTool = tool({
  name: 'follow_run',
  title: 'Follow a prepared action',
  description: 'Says whether a person has started or declined what this key prepared, and what came of it.',
  scope: 'write_orders',
  input: z.strictObject({ run_id: id }),
  output: z.object({ run_id: z.number(), state: stateOfRun, done: z.number(), skipped: z.number(), failed: z.number(), page: z.url() }),
  async run(caller, { run_id }) {
    const found = await caller.reading((tenant) => followProposal(tenant, caller.key.id, run_id));
    const { id, state, ...counts } = existing(found, 'This key has prepared no such run, or it is deleted by now.');
    return { run_id: id, state, ...counts, page: pageOfRun(caller, id, state) };
  },
});
