import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installWhatIsMissing } from './install.mjs';
import { root, Stop } from './stop.mjs';

/**
 * Runs `script` on the Node.js of the packages, after installing what is missing. Runs on any Node.js from 20 on.
 * @param {string} script path from the project's folder
 * @param {() => Promise<void>} first checks to run before the installation
 */
export async function bootstrap(script, first = async () => undefined) {
  try {
    if (major() < 20) throw new Stop(`Crossdock needs Node.js 20 or newer, and this is ${process.version}.`);
    await first();
    await installWhatIsMissing();
    const pinned = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (major() >= 24) await import(pathToFileURL(join(root, script)).href);
    else if (existsSync(pinned)) runOn(pinned, join(root, script));
    else
      throw new Stop(
        'Node.js 24 did not come with the packages (were install scripts skipped?): run "npm rebuild node", or use Node.js 24.',
      );
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

const major = () => Number.parseInt(process.versions.node, 10);

/**
 * Runs it in its own process group, so that it gets Ctrl-C only once, from us; if we are killed, the closed channel tells it.
 * @param {string} node
 * @param {string} script
 */
function runOn(node, script) {
  const stdio = /** @type {const} */ (['inherit', 'inherit', 'inherit', 'ipc']);
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: [...stdio], detached: process.platform !== 'win32' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref();
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
