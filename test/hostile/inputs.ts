import sharp from 'sharp';
import type { Attacked } from './product.ts';

/** What an ordinary user can send or have sent, that once stopped the server. `statuses`: how it is received. */
export type Input = { item: string; name: string; statuses: number[]; send: (attacked: Attacked) => Promise<number[]> };

/** One line for each; add what must never stop the server again. */
export const inputs: Input[] = [
  {
    item: '2.1',
    name: 'a reply of a-a-a-… in the log',
    statuses: [409],
    send: (all) => connected(all, JSON.stringify('a-'.repeat(32_000))),
  },
  { item: '2.2', name: 'a file of 30 MB behind a trial', statuses: [200, 201, 409], send: hugeFile },
  { item: '2.2', name: 'a reply of endless lists', statuses: [409], send: (all) => connected(all, `[${'[],'.repeat(300_000)}[]]`) },
  { item: '2.3', name: 'comments of @@@…', statuses: [200, 201], send: comments },
  { item: '2.4', name: 'pictures of 60 megapixels', statuses: [422], send: (all) => pictures(all, 8_000, 7_500) },
  { item: '2.4', name: 'pictures of 24 megapixels', statuses: [200, 201], send: (all) => pictures(all, 6_000, 4_000) },
  { item: '2.5', name: 'sixty requests at a time', statuses: [200, 429], send: flood },
];

async function connected({ hostile, outside }: Attacked, body: string): Promise<number[]> {
  Object.assign(outside.reply, { type: 'application/json', body });
  const settings = { api_origin: outside.origin, api_key: 'a key', api_secret: 'a secret', currency: 'USD' };
  const form = { connector: 'ship_station', name: 'A', settings };
  return statusesOf(repeat(4, () => hostile.call('POST', '/api/connectors', form)));
}

async function hugeFile({ hostile, outside }: Attacked): Promise<number[]> {
  Object.assign(outside.reply, { type: 'text/csv', body: 'order,date,sku\n' });
  const settings = { address: outside.origin, token: 'a token' };
  const created = await hostile.call('POST', '/api/connectors', { connector: 'csv_drop', name: 'A', settings });
  outside.reply.body = `order,date,sku\n${'A,x\n'.repeat(7_500_000)}`;
  const trials = await statusesOf(repeat(4, () => hostile.call('POST', '/api/connectors/csv_drop/test')));
  outside.reply.body = '';
  return [created.status, ...trials];
}

async function comments({ hostile }: Attacked): Promise<number[]> {
  const path = `/api/comments/product/${hostile.productId}`;
  const written = await statusesOf(repeat(25, () => hostile.call('POST', path, { body: '@'.repeat(5_000) })));
  return [...written, ...(await statusesOf(repeat(25, () => hostile.call('GET', path))))];
}

async function pictures({ hostile }: Attacked, width: number, height: number): Promise<number[]> {
  const black = { width, height, channels: 3, background: 'black' } as const;
  const bytes = new Uint8Array(await sharp({ create: black, limitInputPixels: false }).png().toBuffer());
  const upload = () => {
    const form = new FormData();
    form.set('file', new Blob([bytes], { type: 'image/png' }), 'large.png');
    return hostile.call('PUT', `/api/products/${hostile.productId}/image`, form);
  };
  return statusesOf(repeat(8, upload));
}

async function flood({ hostile }: Attacked): Promise<number[]> {
  const sender = async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) statuses.push((await hostile.call('GET', '/api/connectors')).status);
    return statuses;
  };
  return (await Promise.all(repeat(60, sender))).flat();
}

const repeat = <T>(times: number, call: () => T): T[] => Array.from({ length: times }, call);
const statusesOf = async (calls: Promise<{ status: number }>[]) => (await Promise.all(calls)).map(({ status }) => status);
