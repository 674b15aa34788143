import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port on loopback that leads to another. */
export type Forwarding = {
  port: number;
  /** Breaks what goes through it, and leads to another port from now on. */
  moveTo: (port: number) => void;
  /** Leads what comes to another port from now on, and breaks nothing. */
  leadTo: (port: number) => void;
  /** Breaks what goes through it, and refuses what comes. */
  cut: () => void;
  /** Breaks the next connection that sends this text, which does not arrive. Resolves once it did. */
  breakAt: (text: string) => Promise<void>;
  stop: () => Promise<void>;
};

export async function forward(to: number): Promise<Forwarding> {
  let target: number | undefined = to;
  let breaking: { text: string; done: () => void } | undefined;
  const open = new Set<Socket>();
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    return socket;
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (target === undefined) return void incoming.destroy();
    const outgoing = keep(connect(target, '127.0.0.1'));
    incoming.on('data', (sent: Buffer) => {
      if (!breaking || !sent.includes(breaking.text)) return;
      // Both: what is here already would still be written to the other side.
      incoming.destroy();
      outgoing.destroy();
      breaking.done();
      breaking = undefined;
    });
    incoming.pipe(outgoing).pipe(incoming);
    incoming.once('close', () => outgoing.destroy());
    outgoing.once('close', () => incoming.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const move = (next: number | undefined) => {
    target = next;
    breakAll();
  };
  return {
    port,
    moveTo: move,
    leadTo(next) {
      target = next;
    },
    cut: () => move(undefined),
    breakAt: (text) => new Promise((done) => (breaking = { text, done })),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        breakAll();
      }),
  };
}
