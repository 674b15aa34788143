import { Readable } from 'node:stream';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Columns } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/db.ts';
import { type Files, storeBytes } from '../../../platform/files.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { inTenant, type Tenant } from '../../../platform/tenant.ts';
import { raiseTicket, setTicketStatus } from '../../shared/support/commands.ts';
import { addPendingFile } from '../../shared/support/files/attachments.ts';
import { createMessage } from '../../shared/support/message-commands.ts';
import { settleTicket } from '../../shared/support/stored-ticket.ts';
import type { Topic } from '../../shared/support/ticket.ts';
import type { DemoAccount } from './people.ts';

type Message = { by: string; body: string; picture?: true };
type DemoTicket = {
  by: string;
  topic: Topic;
  subject: string;
  description: string;
  hoursAgo: number;
  messages: Message[];
  closed?: true;
  about?: string;
};

const [amira, jonas, olive, sam] = ['amira', 'jonas', 'olive', 'sam'].map((name) => `${name}@demo.crossdock`) as [
  string,
  string,
  string,
  string,
];

const tickets: DemoTicket[] = [
  {
    ...{ by: olive, topic: 'Products and stock', subject: 'Large boxes arrive crushed', hoursAgo: 26, about: 'BOX-KRAFT-L' },
    description: 'Four of the last ten large boxes were crushed at one corner when the customer got them. Is it the boxes or the packing?',
    messages: [
      { by: olive, body: '<p>This is how they look:</p>', picture: true },
      {
        by: sam,
        body: '<p>Thank you, that helps. The warehouse stacked them <strong>on their long side</strong> since Tuesday. Please check:</p><ul><li><p>the date on the label</p></li><li><p>whether the small boxes have it too</p></li></ul>',
      },
      { by: olive, body: '<p>All four left after Tuesday. The small ones are fine.</p>' },
    ],
  },
  {
    ...{ by: jonas, topic: 'Connections', subject: 'May we connect a second ShipStation store?', hoursAgo: 3 },
    description: 'We open a shop for trade customers next month. Can it have a connection of its own, with its own shipping codes?',
    messages: [],
  },
  {
    ...{ by: amira, topic: 'Import and export', subject: 'Weights with a comma', hoursAgo: 122, closed: true },
    description: 'Our supplier sends weights as 1,5 kg. Does the import understand that?',
    messages: [
      { by: jonas, body: '<p>I asked them for a point instead, they can do that.</p>' },
      { by: sam, body: '<p>The import says so row by row before it changes anything, so nothing can go wrong.</p>' },
    ],
  },
];

/** Tickets of the demo account, open and closed, with a picture. */
export async function addDemoTickets(database: Database, files: Files, account: DemoAccount): Promise<void> {
  for (const ticket of tickets) await addTicket(database, files, account, ticket);
}

async function addTicket(database: Database, files: Files, account: DemoAccount, ticket: DemoTicket): Promise<void> {
  const { accountId, accountName, people } = account;
  const as = <T>(email: string, work: (tenant: Tenant) => Promise<T>) =>
    inTenant(database, { accountId, userId: people.get(email)?.id ?? null }, work);
  const session = { name: people.get(ticket.by)?.name ?? '', accountName };
  const id = await as(ticket.by, async (tenant) => {
    const item =
      ticket.about === undefined ? {} : { item_type: 'raw_material' as const, item_id: await materialNamed(tenant, ticket.about) };
    const { topic: subject_1, subject: subject_2, description } = ticket;
    return raiseTicket(tenant, session, { subject_1, subject_2, description, ...item });
  });
  for (const { by, body, picture } of ticket.messages) {
    const stored = picture && { name: 'crushed-box.png', contentType: 'image/png', ...(await storePicture(files, accountId)) };
    await as(by, async (tenant) => {
      const attached = stored ? [(await addPendingFile(tenant, id, stored)).id] : [];
      await createMessage(tenant, id, { body, files: attached });
    });
  }
  await as(ticket.by, async (tenant) => {
    if (ticket.closed) await setTicketStatus(tenant, id, 'closed');
    await putBack(tenant, id, ticket.hoursAgo);
  });
}

async function materialNamed(tenant: Tenant, sku: string): Promise<number> {
  const { rows } = await sql<
    Columns<'raw_materials', 'id'>
  >`select id from raw_materials where ${inAccount(tenant)} and sku = ${sku}`.execute(tenant.db);
  return rows[0]?.id ?? 0;
}

/** As if it had been raised so many hours ago, with an hour between its messages. */
async function putBack(tenant: Tenant, id: number, hours: number): Promise<void> {
  await sql`
    update support_tickets set created_at = now() - make_interval(hours => ${hours}) where ${inAccount(tenant)} and id = ${id}`.execute(
    tenant.db,
  );
  await sql`
    update support_messages m set created_at = (select now() - make_interval(hours => ${hours}) + earlier.n * interval '55 minutes')
    from (select id, row_number() over (order by id) as n from support_messages where ${inAccount(tenant)} and ticket_id = ${id}) as earlier
    where ${inAccount(tenant, 'm')} and m.id = earlier.id`.execute(tenant.db);
  await settleTicket(tenant, id);
}

/** A box with a crushed corner, as somebody would photograph it. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="620">
  <rect width="900" height="620" fill="#d9d4cb"/><rect y="430" width="900" height="190" fill="#b8b0a3"/>
  <polygon points="210,250 520,190 700,270 390,340" fill="#c99b62"/><polygon points="210,250 390,340 390,540 210,440" fill="#a87942"/>
  <polygon points="390,340 640,284 600,330 655,352 612,392 668,436 390,540" fill="#b98950"/>
  <polygon points="640,284 700,270 668,436 612,392 655,352 600,330" fill="#7d5730"/>
  <polygon points="430,210 480,201 660,279 612,290" fill="#e6d9b8" opacity=".8"/>
</svg>`;

async function storePicture(files: Files, accountId: number) {
  const bytes = await sharp(Buffer.from(drawing)).png({ palette: true }).toBuffer();
  return storeBytes(files, accountId, Readable.from([bytes]));
}
