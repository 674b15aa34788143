import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Ends a command with one sentence for the person, instead of a stack trace. */
export class Stop extends Error {}

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The data folder of a local run. */
export const dataFolder = process.env.CROSSDOCK_DATA ? resolve(process.env.CROSSDOCK_DATA) : join(root, '.data');
