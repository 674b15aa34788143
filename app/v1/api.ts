import type { FastifyInstance } from 'fastify';
import { keyApi } from './key/calls.ts';

/** Every call of `/v1`, a line a noun. */
export function v1Api(app: FastifyInstance): void {
  keyApi(app);
}
