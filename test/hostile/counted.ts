import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../database.ts';
import { addConnection, addLines, addOrder } from '../shop/rows.ts';
import type { Attack, Input } from './attack.ts';

/** What must neither be counted twice, nor mailed, nor told to a stranger, however fast and often it is sent. */
export const countedInputs: Input[] = [
  { item: '3.1', name: 'an address of a thief without the secret', statuses: [201, 422, 429], send: redirected, after: thiefAsked },
  { item: '3.3', name: 'an invitation sent again and again', statuses: [200, 429], send: resent, after: mailed },
  { item: '3.4', name: 'twenty times the same unit of an order', statuses: [200, 409, 429], send: added, after: units },
  { item: '3.5', name: 'a CSV header with NUL', statuses: [212, 429], send: withNul, after: strays },
  { item: '3.5', name: 'the document of the API without a session', statuses: [401], send: unsigned },
];

const thief = '/of-the-thief';

async function redirected({ call, reply, outside, read, hostile: { accountId } }: Attack): Promise<number[]> {
  const settings = { address: outside, token: 'a token' };
  const statuses: number[] = [];
  Object.assign(reply, { type: 'text/csv', body: Buffer.from('order,date,sku\n') });
  const connections = await read('select from connections where account_id = $1', [accountId]);
  if (connections.length === 0)
    statuses.push((await call('POST', '/api/connectors', { connector: 'csv_drop', name: 'A', settings })).status);
  const stolen = { address: `https://thief.example${thief}`, token: '' };
  return [...statuses, (await call('PUT', '/api/connectors/csv_drop', { settings: stolen })).status];
}

async function thiefAsked({ asked, read, hostile: { accountId } }: Attack): Promise<string[]> {
  const kept = await read<{ address: string }>(`select settings->>'address' as address from connections where account_id = $1`, [
    accountId,
  ]);
  return [
    ...(asked.some((path) => path.startsWith(thief)) ? ['The thief was asked.'] : []),
    ...(kept.some(({ address }) => address.includes('thief')) ? ['The address of the thief was stored.'] : []),
  ];
}

const invited = ({ accountId }: Attack['hostile']) => `someone-${accountId}@example.net`;

async function resent({ call, read, hostile }: Attack): Promise<number[]> {
  const idOf = async () => (await read<{ id: string }>('select id from invitations where account_id = $1', [hostile.accountId]))[0]?.id;
  const statuses: number[] = [];
  if (!(await idOf())) statuses.push((await call('POST', '/settings/team/invitees', { emails: invited(hostile), role: 'user' })).status);
  const path = `/settings/team/invitees/${await idOf()}/resend`;
  for (let n = 0; n < 10; n++) statuses.push((await call('POST', path)).status);
  return statuses;
}

async function mailed({ read, hostile }: Attack): Promise<string[]> {
  const mails = await read('select from outbox_mails where recipient = $1', [invited(hostile)]);
  return mails.length === 1 ? [] : [`${mails.length} mails were sent.`];
}

const orders = new Map<number, Promise<number>>();

/** An order of two mugs, to which the same one more is added over and over. */
async function added({ call, read, hostile: { accountId, productId } }: Attack): Promise<number[]> {
  const own = { sql: read } as unknown as TestDatabase;
  const make = async () => {
    const id = await addOrder(own, accountId, await addConnection(own, accountId), { units_ordered: 2 });
    await addLines(own, accountId, id, [{ sku: 'MUG', quantity: 2 }], new Map([['MUG', productId]]));
    return id;
  };
  const making = orders.get(accountId) ?? make();
  orders.set(accountId, making);
  const body = { order_id: await making, lineItems: [{ product_id: productId }] };
  return Promise.all(Array.from({ length: 20 }, async () => (await call('POST', '/api/orders/lineItems', body)).status));
}

async function units({ read, hostile: { accountId } }: Attack): Promise<string[]> {
  const [line] = await read<{ units: number }>('select sum(quantity)::int as units from order_lines where account_id = $1', [accountId]);
  return line?.units === 3 ? [] : [`The order has ${line?.units} units in place of 3.`];
}

async function withNul({ call }: Attack): Promise<number[]> {
  const form = new FormData();
  form.set('file', new Blob([`sku\0,name\n${randomUUID()},x\n`], { type: 'text/csv' }), 'items.csv');
  return [(await call('POST', '/api/upload-csv/1', form)).status];
}

async function strays({ read, hostile: { accountId } }: Attack): Promise<string[]> {
  const files = await read('select from files where account_id = $1', [accountId]);
  return files.length === 0 ? [] : [`${files.length} files are left.`];
}

async function unsigned({ hostile: { baseUrl } }: Attack): Promise<number[]> {
  return Promise.all(Array.from({ length: 20 }, async () => (await fetch(`${baseUrl}/api/openapi.json`)).status));
}
