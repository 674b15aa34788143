import type { PageCall } from '../../../platform/http/page.ts';
import { pageSessionOf } from '../../../platform/page-session.ts';
import type { Role, SignedIn } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { countUnread } from '../../people/notifications/bell.ts';
import type { ShownMessage } from '../../people/portal-messages/contract.ts';
import { messagesFor } from '../../people/portal-messages/queries.ts';
import type { Connection } from '../../shared/connections/contract.ts';
import { listHealth } from '../../shared/connections/queries.ts';
import { readStopped, type Stopped } from '../../shared/connections/sending.ts';
import { countCauses, countNeedsPerson } from '../../shared/issues/queries.ts';
import { countUnread as countUnreadTickets } from '../../shared/support/unread.ts';

export type NavConnection = { slug: string; label: string; health: Connection['health'] };
export type ShellData = {
  session: SignedIn;
  /** Whose the page is: see `pageSessionOf`. */
  pageSession: string;
  /** How many orders need attention; when none does, how many other issues. */
  needsPerson: number;
  /** SKUs that orders wait for a link of; a thousand are that or more. */
  skusToLink: number;
  /** Tickets with something that this person has not read; for super admins those that wait for a reply. */
  unreadTickets: number;
  connections: NavConnection[];
  /** How many notifications this person has not read; 100 are a hundred or more. */
  unread: number;
  /** Due and coming, that this person has not dismissed. */
  messages: ShownMessage[];
  /** Why nothing is sent for this account; null where sending goes on. */
  stopped: Stopped | null;
  folded: boolean;
  /** Whether this is the demo. */
  demo: boolean;
  /** The server's clock in ms, so that the first render in the browser shows the same times. */
  now: number;
};

/** What the shell shows of this person's account. */
export async function loadShell({ session, tenant, request, demo }: PageCall<'signed_in'>): Promise<ShellData> {
  const folded = /(?:^|; )nav=folded/.test(request.headers.get('cookie') ?? '');
  return { session, pageSession: pageSessionOf(session), ...(await shellCounts(tenant, session.role)), folded, demo, now: Date.now() };
}

type Counts = Pick<ShellData, 'needsPerson' | 'skusToLink' | 'unreadTickets' | 'connections' | 'unread' | 'messages' | 'stopped'>;

async function shellCounts(tenant: Tenant, role: Role): Promise<Counts> {
  const [needsPerson, skusToLink, unreadTickets, connections, unread, messages, stopped] = await Promise.all([
    countNeedsPerson(tenant),
    countCauses(tenant, 'unmapped_sku'),
    countUnreadTickets(tenant, role),
    listHealth(tenant),
    countUnread(tenant),
    messagesFor(tenant),
    readStopped(tenant),
  ]);
  return {
    needsPerson,
    skusToLink,
    unreadTickets,
    unread,
    messages,
    stopped,
    connections: connections.map(({ slug, name, health }) => ({ slug, label: name, health })),
  };
}
