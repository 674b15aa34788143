import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestWeb } from './web.ts';

type Wanted = { era?: 'modern' | 'legacy'; headers?: Record<string, string>; name?: string };

/** An agent that is connected with this key, as its SDK has it. It calls the web process of the test without a port. */
export async function agentOf(
  { web }: Pick<TestWeb, 'web'>,
  key: string,
  { era = 'modern', headers = {}, name = 'Desk agent' }: Wanted = {},
) {
  const client = new Client(
    { name, version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  const fetch = async (url: string | URL, { method = 'GET', headers: own, body }: RequestInit = {}): Promise<Response> => {
    const payload = body ? { payload: String(body) } : {};
    const reply = await web.inject({
      method: method as 'GET',
      url: new URL(url).pathname,
      headers: Object.fromEntries(new Headers(own)),
      ...payload,
    });
    const text = reply.body === '' ? null : reply.body;
    return new Response(text, { status: reply.statusCode, headers: new Headers(reply.headers as Record<string, string>) });
  };
  const all = { authorization: `Bearer ${key}`, ...headers };
  await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch, requestInit: { headers: all } }));
  return {
    client,
    /** What a tool returns; of one that does not do it, why. */
    async use(tool: string, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
      const { structuredContent, content, isError } = await client.callTool({ name: tool, arguments: given });
      if (!isError) return structuredContent as Record<string, unknown>;
      const [first] = content;
      return { refused: first?.type === 'text' ? JSON.parse(first.text) : null };
    },
  };
}
