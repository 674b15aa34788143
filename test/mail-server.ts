import { type AddressInfo, createServer } from 'node:net';

/** A mail server that offers no TLS: every line that it was sent, and the mails that it took, the first one first. */
export type MailServer = {
  url: string;
  received: string[];
  mails: { to: string; text: string }[];
  /** How often it was called. */
  calls: number;
  /** Whether it hangs up on whoever calls. */
  isAway: boolean;
  close: () => void;
};

/** `replyTo` says what it replies to a line, where that is not that all is well. */
export async function startMailServer(replyTo: (line: string) => string | undefined = () => undefined): Promise<MailServer> {
  const server = createServer((socket) => {
    started.calls += 1;
    socket.on('error', () => undefined);
    if (started.isAway) return void socket.destroy();
    socket.write('220 mail\r\n');
    let to = '';
    let text: string | null = null;
    let rest = '';
    const hear = (line: string) => {
      started.received.push(line);
      if (text === null) {
        to = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? to;
        const reply = replyTo(line) ?? (line === 'DATA' ? '354 go on' : '250 ok');
        if (reply.startsWith('354')) text = '';
        socket.write(`${reply}\r\n`);
      } else if (line === '.') {
        // Long lines come folded, as quoted-printable.
        started.mails.push({ to, text: text.replaceAll('=\n', '').replaceAll('=3D', '=') });
        text = null;
        socket.write('250 ok\r\n');
      } else text += `${line}\n`;
    };
    socket.on('data', (data) => {
      const lines = (rest + String(data)).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(hear);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started: MailServer = { url, received: [], mails: [], calls: 0, isAway: false, close: () => void server.close() };
  return started;
}
