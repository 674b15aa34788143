import Fastify from 'fastify';
import pg from 'pg';

/** A floor: one prepared statement, with its values from the address. */
export type Floor = { name: string; text: string };

/**
 * The least work of a web server on this database: Fastify and `pg`, one prepared statement per request, no sign-in, no
 * tenancy, no checks. `node bench/filled/floor-server.ts DATABASE PORT FLOORS`, then GET /name?v=value&v=value.
 */
const [url, port, floors] = process.argv.slice(2) as [string, string, string];
const pool = new pg.Pool({ connectionString: url, max: 4 });
const app = Fastify();
for (const { name, text } of JSON.parse(floors) as Floor[]) {
  app.get<{ Querystring: { v?: string | string[] } }>(`/${name}`, async ({ query }) => {
    const { rows } = await pool.query({ name, text, values: [query.v ?? []].flat() });
    return { data: rows };
  });
}
await app.listen({ port: Number(port), host: '127.0.0.1' });
process.send?.({ port });
