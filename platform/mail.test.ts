import { expect, onTestFinished, test } from 'vitest';
import { startMailServer } from '../test/mail-server.ts';
import { openMailer } from './mail.ts';

async function plainServer(...replies: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...replies);
  onTestFinished(server.close);
  return server;
}

const mail = { to: 'ann@example.com', subject: 'Choose a new password', text: 'https://crossdock.example/reset-password?token=x' };
const nowhere = async () => undefined;

test('a mail never leaves unencrypted where TLS is required', async () => {
  const { url, received } = await plainServer((line) => (line === 'STARTTLS' ? '454 TLS is not available' : undefined));
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
