import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dataFolder, Stop } from './stop.mjs';

/** Checks that the address is free, and says so at once when it is not. */
export async function checkPort() {
  const host = process.env.HOST || '127.0.0.1';
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Stop(`PORT must be a whole number from 1 to 65535, and it is "${process.env.PORT}".`);
  // A run that is just stopping still holds it for a moment: the terminal returns before it is done.
  for (let left = 20; ; left -= 1) {
    const error = await whyTaken(host, port);
    if (!error) return;
    if (left === 0 || error.code !== 'EADDRINUSE') throw new Stop(whyNot(error, host, port));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<NodeJS.ErrnoException | undefined>}
 */
function whyTaken(host, port) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', resolve).listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** Checks that the data folder is writable. */
export function checkFolder() {
  try {
    mkdirSync(dataFolder, { recursive: true });
    accessSync(dataFolder, constants.W_OK);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Stop(`Crossdock cannot write to ${dataFolder} (${code}): make the folder writable for this user, or run it from a copy.`);
  }
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {string} host
 * @param {number} port
 */
function whyNot(error, host, port) {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program: stop it, or choose another, for example PORT=${port + 1} npm start.`;
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user: choose one above 1023, for example PORT=3000 npm start.`;
  return `Nothing can listen on ${host}:${port} (${error.code}): check HOST and PORT.`;
}
