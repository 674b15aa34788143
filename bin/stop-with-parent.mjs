// Loaded first in every process that `npm start` runs: stops the process when its parent is gone, for whatever reason.
if (process.connected) {
  process.channel?.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
