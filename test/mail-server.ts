import { type AddressInfo, createServer } from 'node:net';

export type MailServer = { url: string; received: string[]; close: () => void };

/** A mail server that offers no TLS, and what it was told. `replyTo` says what it replies to a line, where that is not that all is well. */
export async function startMailServer(replyTo: (line: string) => string | undefined = () => undefined): Promise<MailServer> {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 mail\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const line = String(data).trim();
      received.push(line);
      socket.write(`${replyTo(line) ?? (line === 'DATA' ? '354 go on' : '250 ok')}\r\n`);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received, close: () => void server.close() };
}
