import sharp from 'sharp';
import type { Attack, Input } from './attack.ts';
import type { Reply } from './caller.ts';
import { countedInputs } from './counted.ts';

/** One line for each; add what must never stop the server again. */
export const inputs: Input[] = [
  { item: '2.1', name: 'a reply of a-a-a-… in the log', statuses: [409, 429], send: (all) => connected(all, redacted) },
  { item: '2.2', name: 'a file of 30 MB behind a trial', statuses: [200, 201, 409, 429], send: hugeFile },
  { item: '2.2', name: 'a reply of endless lists', statuses: [409, 429], send: (all) => connected(all, lists) },
  { item: '2.3', name: 'comments of @@@…', statuses: [200, 201, 429], send: comments },
  { item: '2.4', name: 'pictures of 60 megapixels', statuses: [422, 429], send: (all) => pictures(all, 8_000, 7_500) },
  { item: '2.4', name: 'pictures of 24 megapixels', statuses: [200, 429], send: (all) => pictures(all, 6_000, 4_000) },
  { item: '2.5', name: 'sixty requests at a time', statuses: [200, 429], send: (all) => flood(all, 60, 20) },
  { item: '2.5', name: 'four hundred requests at a time', statuses: [200, 429], send: (all) => flood(all, 400, 3) },
  ...countedInputs,
];

const redacted = Buffer.from(JSON.stringify('a-'.repeat(32_000)));
const lists = Buffer.from(`[${'[],'.repeat(300_000)}[]]`);
const rows = Buffer.from(`order,date,sku\n${'A,x\n'.repeat(7_500_000)}`);

async function connected({ call, reply, outside }: Attack, body: Buffer): Promise<number[]> {
  Object.assign(reply, { type: 'application/json', body });
  const settings = { api_origin: outside, api_key: 'a key', api_secret: 'a secret', currency: 'USD' };
  return statusesOf(repeat(4, () => call('POST', '/api/connectors', { connector: 'ship_station', name: 'A', settings })));
}

async function hugeFile({ call, reply, outside }: Attack): Promise<number[]> {
  const listed = JSON.parse((await call('GET', '/api/connectors')).text) as { data: { name: string }[] };
  const statuses: number[] = [];
  if (listed.data.length === 0) {
    Object.assign(reply, { type: 'text/csv', body: Buffer.from('order,date,sku\n') });
    const settings = { address: outside, token: 'a token' };
    statuses.push((await call('POST', '/api/connectors', { connector: 'csv_drop', name: 'A', settings })).status);
  }
  Object.assign(reply, { type: 'text/csv', body: rows });
  statuses.push(...(await statusesOf(repeat(4, () => call('POST', '/api/connectors/csv_drop/test')))));
  return statuses;
}

async function comments({ call, hostile: { productId } }: Attack): Promise<number[]> {
  const path = `/api/comments/product/${productId}`;
  // Each another text: the same again would be the same comment.
  const written = await statusesOf(repeat(25, (n) => call('POST', path, { body: `${'@'.repeat(4_900)}${n}` })));
  return [...written, ...(await statusesOf(repeat(25, () => call('GET', path))))];
}

const drawn = new Map<number, Promise<Buffer>>();

async function pictures({ call, hostile: { productId } }: Attack, width: number, height: number): Promise<number[]> {
  const black = { width, height, channels: 3, background: 'black' } as const;
  const drawing = drawn.get(width) ?? sharp({ create: black, limitInputPixels: false }).png().toBuffer();
  drawn.set(width, drawing);
  const bytes = new Uint8Array(await drawing);
  const upload = () => {
    const form = new FormData();
    form.set('file', new Blob([bytes], { type: 'image/png' }), 'large.png');
    return call('PUT', `/api/products/${productId}/image`, form);
  };
  return statusesOf(repeat(8, upload));
}

/** So many senders, each of which asks again once it has its reply. */
async function flood({ call }: Attack, senders: number, each: number): Promise<number[]> {
  const sender = async () => {
    const statuses: number[] = [];
    for (let n = 0; n < each; n++) statuses.push((await call('GET', '/api/connectors')).status);
    return statuses;
  };
  return (await Promise.all(repeat(senders, sender))).flat();
}

const repeat = <T>(times: number, call: (n: number) => T): T[] => Array.from({ length: times }, (_, n) => call(n));
const statusesOf = async (calls: Promise<Reply>[]) => (await Promise.all(calls)).map(({ status }) => status);
