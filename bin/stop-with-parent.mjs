// Loaded first in every process that `npm start` runs: when the one that started it is gone, however that came about, it stops too.
if (process.connected) {
  process.channel?.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
