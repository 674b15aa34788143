import type { IssueTypeRules } from '../../issue-type.ts';

export const rejectedBySource = {
  label: 'Rejected by the source',
  headline: { count: 'issues', one: 'booking was refused by its source', many: 'bookings were refused by their source' },
  remedy: 'retry',
  isChecked: false,
  sentences: {
    booking_refused: ({ connection, reason }: { connection: string; reason: string }) => `${connection} did not book what came: ${reason}`,
  },
} satisfies IssueTypeRules;
