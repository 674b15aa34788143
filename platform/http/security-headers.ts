import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Helmet's headers, the content security policy for data (pages set their own), and that nothing may be cached. */
export function securityHeaders(app: FastifyInstance, https: boolean): void {
  app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', policyOfData);
  });
  // No browser or proxy may keep what one person was shown, unless a reply says otherwise, as those of assets and pictures do.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

/** The policy for JSON and files: nothing may load or run. */
const policyOfData = "default-src 'none'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The policy of a page: our own files, and scripts and styles with this response's nonce. Mantine sets style attributes. */
export function policyOfPage(nonce: string): string {
  return [
    "default-src 'none'",
    "object-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
