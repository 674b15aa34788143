import type { FastifyInstance } from 'fastify';
import { accountsApi } from './accounts/api.ts';
import { signInApi } from './accounts/sign-in-api.ts';
import { filesApi } from './files/api.ts';
import { liveApi } from './live/api.ts';
import type { Parts } from './parts.ts';

/** Every JSON call of the product, a line a feature. */
export const apis: readonly ((app: FastifyInstance, parts: Parts) => void)[] = [signInApi, accountsApi, filesApi, liveApi];
