import type { FastifyInstance } from 'fastify';
import { refuse } from './refusal.ts';

/** Refuses a request whose host or protocol no address can have, before anything makes an address of them. */
export function checkHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ host, protocol, routeOptions }) => {
    // Probes of some load balancers send no host.
    if (routeOptions.config?.quiet) return;
    if (!/^https?$/.test(protocol) || !isHost(host)) throw refuse(400, 'bad_host', 'The host that this request names is none.');
  });
}

const isHost = (text: string) => /^[\w.:[\]-]+$/.test(text) && URL.canParse(`http://${text}`);
