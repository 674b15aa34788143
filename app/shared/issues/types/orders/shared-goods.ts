import type { IssueTypeRules } from '../../issue-type.ts';

/** How the channel related this order to another one, and whether that was sent. */
type Relation = { kind: 'split_off' | 'merged_into' | 'merged_in'; order: string; isSent: boolean };

function relationInWords({ kind, order, isSent }: Relation): string {
  if (kind === 'merged_into') return `had merged it into ${order}, which has its goods.`;
  if (kind === 'split_off')
    return `split it off ${order}, ${isSent ? 'which was sent already: its goods may have gone with that.' : 'which has not been sent yet.'}`;
  return `merged ${order} into it, which ${isSent ? 'was sent already: its goods would be sent twice.' : 'had been edited here.'}`;
}

/** Opened by the check on orders that the channel split off, merged or took apart, while their goods may be another order's too. */
export const sharedGoods = {
  label: 'Split or merged',
  headline: { count: 'issues', one: 'order may be sent twice', many: 'orders may be sent twice' },
  remedy: 'compare_orders',
  isChecked: true,
  sentences: {
    goods_shared: ({ channel, relations }: { channel: string; relations: Relation[] | null }) => {
      const sentencesOfRelations = relations?.map(relationInWords).toSorted((a, b) => (a < b ? -1 : 1)) ?? [];
      return sentencesOfRelations.map((relation) => `${channel} ${relation}`).join(' ') || "Its goods may be another order's too.";
    },
  },
} satisfies IssueTypeRules;
