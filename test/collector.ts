import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector got it. `text`: the values of its attributes, as text. */
export type CollectedSpan = { trace: string; id: string; parent: string; name: string; text: string };

/** A collector of traces, by OTLP over HTTP. */
export async function startCollector(): Promise<{ url: string; spans: CollectedSpan[]; stop: () => Promise<void> }> {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    spans.push(...spansIn(Buffer.concat(chunks)));
    reply.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  return {
    ...{ url, spans },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** By the numbers of opentelemetry/proto/trace/v1/trace.proto: resource spans (1), of those scopes (2), of those spans (2). */
function spansIn(body: Buffer): CollectedSpan[] {
  const spans = [body]
    .flatMap((message) => field(message, 1))
    .flatMap((message) => field(message, 2))
    .flatMap((message) => field(message, 2));
  return spans.map((span) => {
    const [trace, id, parent] = [1, 2, 4].map((number) => field(span, number)[0]?.toString('hex') ?? '');
    const values = field(span, 9).flatMap((attribute) => field(attribute, 2));
    return { trace: trace ?? '', id: id ?? '', parent: parent ?? '', name: String(field(span, 5)[0]), text: values.map(String).join(' ') };
  });
}

/** The byte strings of a field of a protobuf message. */
function field(message: Buffer, wanted: number): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  const varint = () => {
    let [value, factor] = [0, 1];
    for (let byte = 0x80; byte >= 0x80; factor *= 128) {
      byte = message[at++] ?? 0;
      value += (byte & 0x7f) * factor;
    }
    return value;
  };
  while (at < message.length) {
    const tag = varint();
    const [number, type] = [tag >>> 3, tag & 7];
    if (type === 0) varint();
    else if (type === 1) at += 8;
    else if (type === 5) at += 4;
    else {
      const length = varint();
      if (number === wanted) found.push(message.subarray(at, at + length));
      at += length;
    }
  }
  return found;
}
