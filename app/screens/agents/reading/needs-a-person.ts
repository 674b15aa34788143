import { href } from 'react-router';
import { z } from 'zod';
import { instant } from '../../../../platform/endpoint.ts';
import { nouns } from '../../../base/nouns.ts';
import type { Cause, IssueGroup } from '../../../shared/issues/causes.ts';
import { issueHeadline, issueTypes, remedyFor, remedyLabel, subjectIsCode } from '../../../shared/issues/issue.ts';
import { remedies } from '../../../shared/issues/issue-type.ts';
import { listCauses } from '../../../shared/issues/queries.ts';
import { fromOutside, maybeOutside, outside } from '../outside.ts';
import { type Caller, tool } from '../tool.ts';

const cause = z.object({
  subject: outside.nullable().meta({ description: 'What it is about, as a SKU' }),
  name: outside.nullable(),
  connection: outside.nullable(),
  connection_id: z.number().nullable(),
  sentence: outside.nullable().meta({ description: 'Null where it may name a buyer and the key may not see them' }),
  waiting: z.number().meta({ description: 'How many issues have this cause' }),
  opened_at: instant,
  ...{ remedy: z.enum(remedies), remedy_label: z.string(), page: z.url() },
});

const group = z.object({
  type: z.enum(issueTypes),
  headline: z.string(),
  issues: z.number(),
  orders: z.number().nullable().meta({ description: 'Null where there are too many to count' }),
  oldest_at: instant,
  causes: z.array(cause),
  more_causes: z.number(),
});

export const needsAPersonTool = tool({
  name: 'list_what_needs_a_person',
  title: 'List what needs a person',
  description:
    'Lists open issues by cause, the most urgent first, each with the button that mends it and the page that has it: what the home page shows.',
  scope: 'read_issues',
  input: z.strictObject({}),
  output: z.object({ total: z.number(), groups: z.array(group), page: z.url() }),
  async run(caller) {
    const { total, groups } = await caller.reading(listCauses);
    return { total, groups: groups.map((each) => groupOf(caller, each)), page: caller.linkTo(href('/')) };
  },
});

const groupOf = (caller: Caller, { type, issues, orders, oldest_at, causes, more_causes }: IssueGroup): z.input<typeof group> => ({
  ...{ type, headline: issueHeadline(type, { causes: causes.length + more_causes, issues }), issues, orders, oldest_at, more_causes },
  causes: causes.map((each) => causeOf(caller, type, each)),
});

function causeOf(caller: Caller, type: IssueGroup['type'], each: Cause): z.input<typeof cause> {
  const remedy = remedyFor({ type, subject: each.subject });
  return {
    ...{ subject: maybeOutside(each.subject), name: maybeOutside(each.name), connection: maybeOutside(each.connection_name) },
    connection_id: each.connection_id,
    sentence: subjectIsCode(type) || caller.may('read_buyers') ? fromOutside(each.sentence, 600) : null,
    ...{ waiting: each.orders, opened_at: each.opened_at, remedy, remedy_label: remedyLabel[remedy] },
    page: caller.linkTo(pathOf(each)),
  };
}

function pathOf({ order_id, purchase_order_id, slug }: Cause): string {
  if (order_id !== null) return nouns.orders.pathOf(order_id);
  if (purchase_order_id !== null) return nouns.purchase_orders.pathOf(purchase_order_id);
  return slug === null ? href('/') : href('/settings/connectors/:name', { name: slug });
}
