import { spawnSync } from 'node:child_process';

/** In the path, or where PROMTOOL says. */
export const promtool = process.env.PROMTOOL ?? 'promtool';
export const promtoolIsHere = spawnSync(promtool, ['--version'], { stdio: 'ignore' }).status === 0;
