#!/usr/bin/env node
import { bootstrap } from './bootstrap.mjs';
import { checkFolder, checkPort } from './early.mjs';

process.env.CROSSDOCK_DEV = '1';
await bootstrap('bin/start/main.ts', async () => {
  await checkPort();
  checkFolder();
});
