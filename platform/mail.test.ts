import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openMailer } from './mail.ts';

/** A mail server that offers no TLS, and what it was told. */
async function plainServer(): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 mail\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const line = String(data).trim();
      received.push(line);
      socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const mail = { to: 'ann@example.com', subject: 'Choose a new password', text: 'https://crossdock.example/reset-password?token=x' };
const nowhere = async () => undefined;

test('a mail never leaves unencrypted where TLS is required', async () => {
  const { url, received } = await plainServer();
  const send = openMailer({ smtpUrl: url, smtpRequireTls: true, mailFrom: 'crossdock@example.com' }, nowhere);
  await expect(send(mail)).rejects.toThrow();
  expect(received.filter((line) => /ann@example\.com|token/.test(line))).toEqual([]);
});

test('where it is not required, it is sent to a server without TLS', async () => {
  const { url, received } = await plainServer();
  const send = openMailer({ smtpUrl: url, smtpRequireTls: false, mailFrom: 'crossdock@example.com' }, nowhere);
  await send(mail);
  expect(received.join()).toContain('RCPT TO:<ann@example.com>');
});
