#!/usr/bin/env node
import { bootstrap } from './bootstrap.mjs';

await bootstrap('bin/test/main.ts');
