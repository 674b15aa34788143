import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { postToPublic } from './public-post.ts';

/** Is given up soon. What is replied to on a slow machine as well is `patient`. */
const soon = 300;
const patient = 30_000;
const post = (address: string, sandboxOrigin: string | null, timeoutMs: number) =>
  postToPublic(address, { headers: {}, body: '{}' }, { sandboxOrigin, timeoutMs, namedBy: 'us', cutBytes: 100 });

/** `fine`: so many requests are replied to at once, before those that are not. */
async function startHost(reply: 'nothing' | 'drops', fine = 0) {
  let heard = 0;
  const server = createServer((_, response) => {
    heard += 1;
    if (heard <= fine) response.writeHead(204).end();
    if (heard <= fine || reply === 'nothing') return;
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, heard: () => heard };
}

test('nothing is posted inside a network, whether the address says so or its name leads there', async () => {
  const { port, heard } = await startHost('nothing');
  const inside = (address: string) => post(address, null, patient);
  expect(await inside(`https://localhost:${port}/`)).toEqual({ wrong: { code: 'private_address', host: 'localhost' } });
  for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1'])
    expect(await inside(`https://${host}:${port}/`)).toMatchObject({ wrong: { code: 'private_address' } });
  expect(await inside(`http://localhost:${port}/`)).toMatchObject({ wrong: { code: 'not_https' } });
  expect(await inside('https://user:word@example.com/')).toMatchObject({ wrong: { code: 'has_password' } });
  expect(await inside('file:///etc/passwd')).toHaveProperty('wrong');
  expect(await inside('no address')).toEqual({ wrong: { code: 'no_address' } });
  expect(heard()).toBe(0);
});

test('a host that says nothing, or a little at a time, is given up in time', async () => {
  for (const reply of ['nothing', 'drops'] as const) {
    const { origin } = await startHost(reply);
    expect(await post(`${origin}/`, origin, soon)).toHaveProperty('wrong');
  }
});

test('a reply that takes too long in its middle came too late, and is not asked for again over a kept connection', async () => {
  const { origin, heard } = await startHost('drops', 1);
  expect(await post(`${origin}/`, origin, patient)).toMatchObject({ status: 204 });
  expect(await post(`${origin}/`, origin, soon)).toEqual({ wrong: { code: 'no_reply', seconds: 0.3 } });
  // A host that is slow hears of it after it was given up.
  await expect.poll(heard).toBe(2);
});
