import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * The browser's files of a build, compressed as it was built where a browser takes that. Those under `assets/` carry a hash in their
 * names, so they never change.
 */
export function assets(app: FastifyInstance, folder: string): void {
  if (!existsSync(folder)) return;
  app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, quiet: true };
    });
    files.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      index: false,
      preCompressed: true,
    });
    files.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      globIgnore: ['assets/**', '**/*.{br,gz}'],
      index: false,
      decorateReply: false,
      maxAge: '1h',
    });
  });
}
