import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Ends a command with one sentence for the person who gave it, instead of a stack. */
export class Stop extends Error {}

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where a run on one's own machine keeps everything. */
export const dataFolder = process.env.CROSSDOCK_DATA ? resolve(process.env.CROSSDOCK_DATA) : join(root, '.data');
