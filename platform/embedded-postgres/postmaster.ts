import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Log } from '../log.ts';
import { program } from './binaries.ts';
import { machineMemory, memoryFor } from './memory.ts';
import type { DataFolders } from './place.ts';

/** `ready` resolves to undefined, or to the server's last output when it ended first. `letGo` ends the watch for our own death. */
export type Postmaster = { child: ChildProcess; ready: Promise<string | undefined>; ended: Promise<void>; letGo: () => void };

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  random_page_cost: '1.1',
  wal_compression: 'on',
  max_wal_size: '2GB',
  jit: 'off',
  log_checkpoints: 'off',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
};

export function spawnPostmaster(place: DataFolders, port: number, more: Record<string, string>, log: Pick<Log, 'debug'>): Postmaster {
  const flags = Object.entries({ ...settings, ...memoryFor(machineMemory()), ...more }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  // Detached: Ctrl-C reaches a whole process group, and the database has to stop last.
  const child = spawn(program(place.binaries, 'postgres'), ['-D', place.data, '-p', String(port), ...flags], {
    cwd: place.home,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    windowsHide: true,
    ...place.identity,
  });
  const letGo = stopWithUs(child);
  let lastWords = '';
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      lastWords = error.message;
      resolve();
    });
    child.once('exit', () => resolve());
  });
  const ready = new Promise<undefined>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.debug(line);
      if (/ (FATAL|PANIC|ERROR): /.test(line)) lastWords = line.replace(/^.*?(FATAL|PANIC|ERROR): +/, '');
      if (/database system is ready to accept (read-only )?connections/.test(line)) resolve(undefined);
    });
  });
  const exited = ended.then(letGo).then(() => lastWords || `it ended with code ${child.exitCode ?? child.signalCode}`);
  return { child, ready: Promise.race([ready, exited]), ended, letGo };
}

/** A shell that waits for our death, for whatever reason, and then shuts the server down. */
function stopWithUs(server: ChildProcess): () => void {
  if (process.platform === 'win32' || server.pid === undefined) return () => undefined;
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(server.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.on('error', () => undefined);
  watcher.unref();
  return () => watcher.kill('SIGKILL');
}
