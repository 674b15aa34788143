import { startWeb } from '../../app/web.ts';
import { readEnvironment } from '../../platform/env.ts';

/** The web process without its pages, which would have to be built first. */
const { stop } = await startWeb(readEnvironment(process.env));
process.on('SIGTERM', () => void stop().then(() => process.exit(0)));
process.send?.({ ready: true });
