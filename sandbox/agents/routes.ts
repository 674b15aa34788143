import type { FastifyInstance } from 'fastify';

/** The program of an agent that people can connect: the document by which it is known. It waits for them on their own computer. */
export async function agentPrograms(app: FastifyInstance, { origin }: { origin: () => string }): Promise<void> {
  app.get('/desk.json', async () => ({
    client_id: `${origin()}/agents/desk.json`,
    client_name: 'Desk agent',
    redirect_uris: ['http://127.0.0.1/callback'],
  }));
}
