import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A CSV file whose second half is sent only after `halfway`. */
export type HalvedFile = { name: string; halves: [string, string]; halfway?: () => Promise<void> };

const boundary = 'the-boundary-of-a-form';
const patienceMs = 60_000;

/** Uploads a file as a browser does. @throws Error that begins with the status, where that is no success */
export async function uploadInHalves(address: string, cookie: string, { name, halves, halfway }: HalvedFile): Promise<void> {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`;
  const [first, second] = [head + halves[0], `${halves[1]}\r\n--${boundary}--\r\n`];
  const sending = request(address, {
    method: 'POST',
    signal: AbortSignal.timeout(patienceMs),
    headers: {
      ...{ cookie, 'sec-fetch-site': 'same-origin', accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      ...{ 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': Buffer.byteLength(first + second) },
    },
  });
  const replied = once(sending, 'response') as Promise<[IncomingMessage]>;
  // It may break off while we wait.
  replied.catch(() => undefined);
  sending.write(first);
  await halfway?.();
  sending.end(second);
  const [response] = await replied;
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} POST ${address}: ${body}`);
}
