import { connect } from 'node:net';

/** Sends the head of a request, and of its body nothing. The status comes once there is a reply. */
export function unsentBody(port: number, call: string, headers: Record<string, string | number>) {
  const { promise: status, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1');
  socket.once('data', (reply) => resolve(String(reply).split(' ')[1] ?? ''));
  socket.on('error', reject);
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${call} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return { status, send: (body: string) => socket.write(body), leave: () => socket.destroy() };
}
