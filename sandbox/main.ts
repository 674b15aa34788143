import { optionsOf } from './config.ts';
import { startSandbox } from './sandbox.ts';

const sandbox = await startSandbox(optionsOf(process.env));
console.log(JSON.stringify({ sandbox: sandbox.origin }));

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void sandbox.stop().then(() => process.exit(0));
  });
}
