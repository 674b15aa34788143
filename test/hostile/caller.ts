import { Agent, request } from 'node:http';

/** Somebody of an account: where their browser calls, and as whom. */
export type Person = { baseUrl: string; cookie: string; accountId: number; productId: number };
export type Reply = { status: number; text: string };
export type Call = (method: string, path: string, body?: object | FormData) => Promise<Reply>;

/** Calls as the browser of a person does, over connections that are kept. By Node's plain client, which itself takes little time. */
export function callerOf({ baseUrl, cookie }: Pick<Person, 'baseUrl' | 'cookie'>): Call {
  const agent = new Agent({ keepAlive: true });
  const own = { cookie, origin: baseUrl, 'sec-fetch-site': 'same-origin', accept: 'application/json' };
  return async (method, path, body) => {
    const sent =
      body instanceof FormData ? await encoded(body) : body && { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
    const headers = { ...own, ...(sent && { 'content-type': sent.type, 'content-length': String(sent.bytes.length) }) };
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const outgoing = request(baseUrl + path, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(sent?.bytes);
    return promise;
  };
}

async function encoded(form: FormData): Promise<{ type: string; bytes: Buffer }> {
  const whole = new Response(form);
  return { type: whole.headers.get('content-type') ?? '', bytes: Buffer.from(await whole.arrayBuffer()) };
}
