import { sql } from 'kysely';
import type { Noun } from '../../shared/noun/noun.ts';
import type { BulkNoun } from '../../shared/runs/bulk/noun.ts';
import { lockTickets, type StoredTicket } from '../../shared/support/stored-ticket.ts';
import { subjectOf } from '../../shared/support/ticket.ts';
import { type TagTerms, type TagWork, tagVerbs } from '../../shared/tags/verbs.ts';

const records = { name: 'support_tickets' as const, lock: lockTickets, label: subjectOf };

/** What can be done with many tickets at once: tags are put on and taken off. */
const ticketBulk: BulkNoun<StoredTicket, TagWork, TagTerms> = { ...records, verbs: tagVerbs<StoredTicket>(records) };

/** What the people of an account asked support, for whom `app/shared/support` has the pages. */
export const ticketsNoun: Noun<'support_tickets'> = {
  name: 'support_tickets',
  bulk: ticketBulk,
  // As `subjectOf` says it.
  discussed: { name: sql`subject_1 || ': ' || subject_2`, from: sql`support_tickets where true` },
  ...{ undo: {}, import: null, export: null, words: null, search: null, views: null },
};
