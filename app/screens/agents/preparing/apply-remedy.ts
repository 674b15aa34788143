import { z } from 'zod';
import { id } from '../../../../platform/endpoint.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { requireStillMay } from '../../../people/keys/serving/still-may.ts';
import { letNothingLeave, lockAlone, mayChangeAlone, type ReasonToWait, reasonsToWait } from '../../../shared/runs/proposed/alone.ts';
import { decide, findDecision } from '../../v1/issues/deciding.ts';
import { type Decision, decisionActions } from '../../v1/issues/decisions.ts';
import { type OpenIssue, readIssue } from '../../v1/issues/read.ts';
import { pageOf } from '../../v1/issues/remedies.ts';
import { goodsMayLeave } from '../goods-may-leave.ts';
import { fromOutside, outside } from '../outside.ts';
import { type Caller, tool } from '../tool.ts';

const scope = 'write_issues';

export const applyRemedyTool = tool({
  name: 'apply_remedy',
  title: 'Apply a remedy',
  description:
    'Takes a decision about one open issue, as preview_remedy names them. Where goods may leave by it, or where the account lets agents change nothing more today, nothing is done: give people the link, where they take it themselves, and call this again later to hear whether the issue is closed.',
  scope,
  ...{ changes: true, acts: true },
  input: z.strictObject({
    issue_id: id.meta({ description: 'As explain_order names it' }),
    action: z.enum(decisionActions).meta({ description: 'One of the decisions of preview_remedy' }),
  }),
  output: z.object({
    issue_id: z.number(),
    state: z.enum(['applied', 'waits_for_a_person', 'closed']).meta({ description: 'closed: it was before, by whatever closed it' }),
    waits_because: z.enum(reasonsToWait).nullable(),
    done: outside.nullable().meta({ description: 'What was done now' }),
    page: z.url().nullable().meta({ description: 'Where a person takes the decision, or sees what came of it' }),
  }),
  run: (caller, { issue_id, action }) =>
    caller.inTenant(async (tenant) => {
      await lockAlone(tenant);
      const before = await readIssue(tenant, issue_id);
      const path = pageOf(before);
      const none = { issue_id, waits_because: null, done: null, page: path === null ? null : caller.linkTo(path) };
      if (before.closed_at !== null) return { ...none, state: 'closed' } as const;
      const { issue, decision } = await findDecision(tenant, issue_id, action);
      const waits_because = await whyItWaits(tenant, issue, decision);
      if (waits_because) return { ...none, state: 'waits_for_a_person', waits_because } as const;
      return { ...none, state: 'applied', done: fromOutside(await apply(tenant, issue, decision, caller), 600) } as const;
    }),
});

async function whyItWaits(tenant: Tenant, issue: OpenIssue, decision: Decision): Promise<ReasonToWait | null> {
  if (await goodsMayLeave(tenant, issue, decision)) return 'goods_may_leave';
  return (await mayChangeAlone(tenant, 1)) ? null : 'above_what_agents_may';
}

async function apply(tenant: Tenant, issue: OpenIssue, { action }: Decision, { key, calledBy, timezone }: Caller): Promise<string> {
  await requireStillMay(tenant, key.id, scope);
  const { message, ranAs } = await decide(tenant, issue, action, { timezone });
  await letNothingLeave(tenant, ranAs, { keyId: key.id, name: calledBy });
  return message;
}
