import { z } from 'zod';
import { id } from '../../../../platform/endpoint.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { nouns } from '../../../base/nouns.ts';
import type { OrderAction } from '../../../nouns/order-flow/contract/orders.ts';
import { issueLabel, issueTypes, remedyFor, remedyLabel } from '../../../shared/issues/issue.ts';
import { remedies } from '../../../shared/issues/issue-type.ts';
import { waitingFor } from '../../v1/issues/cause.ts';
import { offeredFor } from '../../v1/issues/deciding.ts';
import { decisionActions } from '../../v1/issues/decisions.ts';
import { likelyFor } from '../../v1/issues/link.ts';
import { type OpenIssue, readIssue } from '../../v1/issues/read.ts';
import { pageOf } from '../../v1/issues/remedies.ts';
import { goodsMayLeave } from '../goods-may-leave.ts';
import { fromOutside, maybeOutside, outside } from '../outside.ts';
import { tool } from '../tool.ts';

const likely = z.object({ id: z.number(), sku: outside, name: outside, page: z.url() });

export const previewRemedyTool = tool({
  name: 'preview_remedy',
  title: 'Preview a remedy',
  description:
    'Says what would mend one open issue: the decisions about it, whether goods leave by them, how many wait for the same cause, and what likely fits. Nothing is done: apply_remedy takes a decision, or a person on the page.',
  scope: 'read_issues',
  input: z.strictObject({ issue_id: id.meta({ description: 'As explain_order names it' }) }),
  output: z.object({
    ...{ issue_id: z.number(), type: z.enum(issueTypes), label: z.string(), subject: outside.nullable(), is_open: z.boolean() },
    ...{ remedy: z.enum(remedies), remedy_label: z.string() },
    decisions: z
      .array(z.object({ action: z.enum(decisionActions), text: z.string(), sends_goods: z.boolean() }))
      .meta({ description: 'None where a person has to choose something on the page' }),
    waiting: z.number().nullable().meta({ description: 'How many orders and purchase orders have the same cause, with this one' }),
    likely_products: z.array(likely).meta({ description: 'None for a key that may not read products' }),
    page: z.url().nullable(),
  }),
  async run({ reading, linkTo, may }, { issue_id }) {
    const { issue, offered, cause } = await reading(async (tenant) => {
      const issue = await readIssue(tenant, issue_id);
      const offered: { action: OrderAction; text: string; sends_goods: boolean }[] = [];
      for (const decision of await offeredFor(tenant, issue)) {
        const { action, text } = decision;
        offered.push({ action, text, sends_goods: await goodsMayLeave(tenant, issue, decision) });
      }
      return { issue, offered, cause: await causeOf(tenant, issue, may('read_products')) };
    });
    const remedy = remedyFor(issue);
    const path = pageOf(issue);
    return {
      ...{
        issue_id,
        type: issue.type,
        label: issueLabel(issue.type),
        subject: maybeOutside(issue.subject),
        is_open: issue.closed_at === null,
      },
      ...{ remedy, remedy_label: remedyLabel[remedy] },
      decisions: offered,
      waiting: cause?.waiting ?? null,
      likely_products: (cause?.likely ?? []).slice(0, 5).map((product) => ({
        ...{ id: product.id, sku: fromOutside(product.sku), name: fromOutside(product.name) },
        page: linkTo(nouns.products.pathOf(product.id)),
      })),
      page: path === null ? null : linkTo(path),
    };
  },
});

/** What others wait for too; undefined of an issue that is one record's own. */
async function causeOf(tenant: Tenant, issue: OpenIssue, seesProducts: boolean) {
  if (issue.connection_id === null || issue.subject === '') return undefined;
  const waiting = await waitingFor(tenant, issue);
  return { waiting, likely: seesProducts ? await likelyFor(tenant, issue) : [] };
}
