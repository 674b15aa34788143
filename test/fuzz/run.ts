import { startVitest } from 'vitest/node';

/** `npm run fuzz -- [REQUESTS [SEED]]`: hostile requests to every call and page, a hundred thousand by default. */
const [requests = '100000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
process.env.FUZZ_REQUESTS = requests;
process.env.FUZZ_SEED = seed;
const vitest = await startVitest('test', ['test/fuzz.e2e.ts'], { run: true, project: ['e2e'] });
await vitest.close();
